"""What is said when a section or session cannot be added or taken out."""

from director.errors import Sentence

NOT_NEXT_SECTION = Sentence(
    "not-next-section", "Section {letter} cannot be added now. Look at step 1, Field, again and add the next one there."
)
NOT_NEXT_SESSION = Sentence(
    "not-next-session", "The next session is number {number}. Look at step 1, Field, again and add it there."
)
ONLY_SECTION = Sentence("only-section", "Section {letter} is the only one of this session, so it stays.")
ONLY_SESSION = Sentence("only-session", "This is the only session, so it stays.")
NOT_LAST_SESSION = Sentence(
    "not-last-session", "Another session follows session {number}, so it stays. Remove the last one first."
)
ENTERED_HERE = Sentence(
    "entered-here", "Something was entered in section {letter}{session}, so it stays with its results and names."
)
PLAYED_ELSEWHERE = Sentence("played-elsewhere", "{name} was played elsewhere, so it stays as it was read in.")
DRAWN_GOES_ON = Sentence(
    "drawn-goes-on",
    "The rounds of {name} are drawn one after the other, so it goes on in this session: draw the next round at Play.",
)
