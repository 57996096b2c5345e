"""Names of the club and the people in demonstration events."""

CLUB_NAME = "Riverside Club"
FIRST_NAMES = (
    "Ada Albert Alma Amos Beatrice Bertram Cecil Clara Cora Cyril Daisy Edgar Edith Elmer Elsie Ernest "
    "Esther Ethel Eva Felix Flora Frank Gertie Gilbert Grace Harold Hattie Henry Hilda Horace"
)
LAST_NAMES = (
    "Ash Alder Barlow Birch Cole Dale Dunn Elm Fairfax Fenn Garland Gray Hale Hill Holt Iden Ives Kerr "
    "Lake Lund Marsh Moss Nye Oakes Penn Quill Reed Stone Thorne Vale"
)
