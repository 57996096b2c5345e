"""The headline of standings: winners, ties, leaders, and when there is a picture of the field."""

from director.core.base.headlines import FieldRanking, RankedFigure, make_field_picture


def ranking_of(*figures, title="", own=0):
    """Return a ranking of whole percentages, the best first, with places that are shared."""
    rows = []
    for index, figure in enumerate(figures):
        place = str(1 + figures.index(figure)) + ("=" if figures.count(figure) > 1 else "")
        name = f"Pair {index + 1}"
        rows.append(RankedFigure(place, name, figure, f"{figure}%", is_own=own == index + 1))
    return FieldRanking(title, tuple(rows))


def names_of(figures):
    return [figure.name for figure in figures]


def test_the_only_ranking_names_its_winner_and_the_next_two():
    (headline,) = make_field_picture([ranking_of(60, 55, 50, 40)]).headlines
    assert headline.phrase == "Winner"
    assert names_of(headline.winners) == ["Pair 1"]
    assert headline.figure_text == "60%"
    assert names_of(headline.others) == ["Pair 2", "Pair 3"]


def test_a_shared_first_place_names_all_who_share_it():
    (headline,) = make_field_picture([ranking_of(60, 60, 50)]).headlines
    assert headline.phrase == "First place, shared by 2"
    assert names_of(headline.winners) == ["Pair 1", "Pair 2"]


def test_too_many_who_share_it_are_counted():
    (headline,) = make_field_picture([ranking_of(*[50] * 60)]).headlines
    assert headline.phrase == "First place, shared by 60"
    assert headline.winners == ()


def test_two_rankings_are_called_by_their_titles():
    rankings = [ranking_of(60, 40, title="North-South"), ranking_of(55, 45, title="East-West")]
    picture = make_field_picture(rankings, is_complete=False, are_percentages=True)
    assert [headline.phrase for headline in picture.headlines] == [
        "North-South, in the lead",
        "East-West, in the lead",
    ]
    assert [headline.others for headline in picture.headlines] == [(), ()]
    assert [row.title for row in picture.plot.rows] == ["North-South", "East-West"]
    assert picture.description == "North-South: 2 from 40% to 60%; East-West: 2 from 45% to 55%"


def test_one_pair_has_a_headline_without_a_picture():
    picture = make_field_picture([ranking_of(50)])
    assert picture.plot is None
    assert names_of(picture.headlines[0].winners) == ["Pair 1"]


def test_without_a_place_or_with_too_many_rankings_there_is_nothing():
    unplaced = FieldRanking("", (RankedFigure("", "Pair 1", None, ""),))
    assert make_field_picture([unplaced]) is None
    assert make_field_picture([ranking_of(60, 40, title=str(n)) for n in range(26)]) is None


def test_the_own_figure_is_marked_labelled_and_told():
    picture = make_field_picture([ranking_of(60, 48, 40, own=2)], are_percentages=True)
    (row,) = picture.plot.rows
    assert [dot.kind for dot in row.dots] == ["field", "lead", "own"]
    assert {label.text for label in row.labels} == {"60%", "48%"}
    assert picture.description == "3 from 40% to 60%, Pair 2 48%"


def test_percentages_have_a_line_at_fifty_and_totals_only_at_zero():
    def middles(picture):
        return [tick.label for tick in picture.plot.ticks if tick.is_middle]

    assert middles(make_field_picture([ranking_of(60, 40)], are_percentages=True)) == ["50%"]
    assert middles(make_field_picture([ranking_of(60, 40)])) == []
    assert middles(make_field_picture([ranking_of(6, -4)])) == ["0"]
