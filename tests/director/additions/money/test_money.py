"""The money of a night with boards: amounts, who has paid, the account, receipts and the month."""

from datetime import date
from io import BytesIO

import pytest
from django.test import Client
from django.urls import reverse
from openpyxl import load_workbook
from pypdf import PdfReader

from director.additions.money.books import fetch_books, fetch_money, mark_paid, store_money
from director.boards.play.seats.seating import name_entry, swap_entries
from director.core.base.roles import Role
from director.core.club.people import remove_person
from director.core.club.people_merge import merge_person, undo_merge
from director.core.night.history import undo_event
from director.core.night.publishing import finalise_results, publish_results
from director.errors import DeskError
from director.models import (
    EntryPlayer,
    Event,
    NightMoney,
    Payment,
    Person,
    PersonMerge,
    StandingsVersion,
)
from director.party.play.history import undo_party
from director.party.play.money import settle_money
from director.party.play.seats import name_player
from tests.cases import leave_to_slow
from tests.director.pages import HTMX, count_queries, find_elements, find_errors, find_texts
from tests.director.party.parties import make_seated_party
from tests.factories import enter_all_results, make_account, make_night, make_section, make_sections

pytestmark = pytest.mark.django_db
FEES = {"sign": "£", "fees": {"member": 400, "visitor": 500, "student": 200}}
SENT = {"sign": "£", "fee_member": "4", "fee_visitor": "5", "fee_student": "2"}


def get_address(section) -> str:
    return reverse("session_money", args=[section.ref])


@pytest.fixture
def night():
    """Return a night of four pairs with amounts, of whom one player is a visitor."""
    section = make_night(key="howell", pairs=4)
    players = list_people(section)
    Person.objects.filter(pk=players[1]).update(is_visitor=True)
    store_money(session=section.session, section=section, user=None, **FEES)
    return section


def list_people(section) -> list[int]:
    players = EntryPlayer.objects.filter(section=section).order_by("entry__pair_no", "order")
    return list(players.values_list("person", flat=True))


def pay(section, index: int, payer_class: str = "") -> Payment:
    return mark_paid(
        session=section.session,
        person_id=list_people(section)[index],
        payer_class=payer_class,
        user=None,
    )


def list_lines(section) -> list[tuple[str, str, int]]:
    account = fetch_books(section.session).account
    return [(line.part.value, line.title, line.cents) for line in account.lines]


def press(desk, address: str, button_id: str, **headers):
    """Press the button of a payer on the page of the door as it is shown."""
    (button,) = find_elements(desk.get(address), f"#{button_id}")
    return desk.post(address, {button.get("name"): button.get("value")}, **headers)


def test_everybody_pays_by_class_and_the_account_adds_up(night):
    pay(night, 0)
    pay(night, 1)
    pay(night, 2, "student")
    pay(night, 3, "free")
    store_money(
        session=night.session,
        section=night,
        user=None,
        **FEES,
        other_payers={"member": 2},
        hall=1000,
        hall_each=50,
        income=[["Raffle", 725]],
        prizes=[["1st", 1000]],
        costs=[["Tea", 300]],
    )
    assert list_lines(night) == [
        ("In", "Table money, members: 3 × £4.00", 1200),
        ("In", "Table money, visitors: 1 × £5.00", 500),
        ("In", "Table money, students: 1 × £2.00", 200),
        ("In", "Raffle", 725),
        ("Out", "1st", 1000),
        ("Out", "Hall", 1300),
        ("Out", "Tea", 300),
        ("Kept", "Balance", 25),
    ]
    books = fetch_books(night.session)
    assert books.payer_count == 6
    assert books.statement.is_balanced
    assert books.outstanding == "£16.00"


def test_a_night_that_costs_more_than_comes_in_has_a_negative_balance(night):
    store_money(session=night.session, section=night, user=None, **FEES, costs=[["Tea", 550]])
    assert fetch_books(night.session).statement.retained == (("Balance", "−£5.50"),)
    assert fetch_books(night.session).statement.is_balanced


def test_the_page_stores_what_is_typed(desk, night):
    address = get_address(night)
    sent = SENT | {"hall": "12.50", "others_visitor": "2"}
    assert desk.post(address, sent).url == address
    money = NightMoney.objects.get()
    assert money.fees == {"member": 400, "visitor": 500, "student": 200}
    assert money.other_payers == {"visitor": 2}
    assert (money.hall, money.hall_each, money.income) == (1250, 0, [])
    texts = find_texts(desk.get(address), "th")
    assert "Table money, visitors: 2 × £5.00" in texts


def test_an_amount_that_is_none_is_refused_and_nothing_typed_is_lost(desk, night):
    page = desk.post(get_address(night), SENT | {"fee_member": "four", "others_member": "9"})
    assert page.status_code == 422
    assert find_errors(page) == [
        "“four” isn’t an amount. Type a number with at most two decimals, such as 2.50 or 5.",
    ]
    (box,) = find_elements(page, "#id_others_member")
    assert box.get("value") == "9"
    assert NightMoney.objects.get().other_payers == {}


def find_buttons(page, name: str):
    return [button for button in find_elements(page, "button") if button.get("name") == name]


def add_line(desk, section, group: str, title: str, cents: str, **headers):
    data = {"add": group, "title": title, "cents": cents}
    return desk.post(get_address(section), data, **headers)


def test_the_till_grows_line_by_line_and_says_what_should_be_in_the_tin(desk, night):
    pay(night, 0)
    add_line(desk, night, "income", "Raffle", "12")
    add_line(desk, night, "prizes", "", "10")
    page = add_line(desk, night, "costs", "Tea", "7.25", **HTMX)
    assert find_texts(page, "td.n") == ["+£4.00", "+£12.00", "−£10.00", "−£7.25"]
    assert find_texts(page, "th")[-3:] == ["Raffle", "Prize", "Tea"]
    page = desk.post(get_address(night), {"count": "1", "counted": "2"}, **HTMX)
    assert find_texts(page, "dd")[:3] == ["£16.00", "£17.25", "−£1.25"]
    assert find_texts(page, "dd")[-1] == "£3.25"
    (button, *_others) = find_buttons(page, "remove")
    desk.post(get_address(night), {"remove": button.get("value")})
    assert NightMoney.objects.get().income == []
    desk.post(get_address(night), {"undo": night.session.event.acts.latest("number").number})
    assert NightMoney.objects.get().income == [["Raffle", 1200]]


def test_a_line_without_an_amount_stays_in_its_boxes(desk, night):
    page = add_line(desk, night, "costs", "Tea", "", **HTMX)
    assert page.status_code == 422
    assert find_errors(page) == ["Type the amount, such as 12 or 7.50."]
    (box,) = find_elements(page, "#id_title")
    assert box.get("value") == "Tea"
    # What was saved before no longer stands above the refusal.
    (messages,) = find_elements(page, "#messages")
    assert messages.get("hx-swap-oob")
    assert not find_texts(page, "#messages p")


def test_a_line_that_another_desk_removed_is_refused(desk, night):
    page = desk.post(get_address(night), {"remove": "income:1200:Raffle"})
    assert find_errors(page) == ["This line is no longer in the till."]
    page = desk.post(get_address(night), {"remove": "fees:1:Raffle"}, **HTMX)
    assert page.status_code == 422


def test_everybody_but_some_has_paid_in_one_press_that_is_undone(desk, night):
    address = reverse("session_money_paid", args=[night.ref])
    people = list_people(night)
    pay(night, 0)
    student, absent = people[2], people[3]
    data = {"everybody": "1", "but": [absent], f"class-{student}": "student"}
    assert desk.post(address, data).url == f"{get_address(night)}#payers"
    assert set(Payment.objects.values_list("person", flat=True)) == {*people} - {absent}
    assert Payment.objects.get(person=student).payer_class == "student"
    (undo,) = find_buttons(desk.get(get_address(night)), "undo_everybody")
    desk.post(address, {"undo_everybody": undo.get("value")})
    assert Payment.objects.get().person_id == people[0]
    assert not find_buttons(desk.get(get_address(night)), "undo_everybody")


def test_the_amounts_are_an_act_that_can_be_undone(desk, night):
    desk.post(get_address(night), SENT | {"fee_member": "6"})
    act = night.session.event.acts.order_by("-number").first()
    assert act.words == "The money was changed: table money."
    buttons = find_texts(desk.get(get_address(night)), "button.quiet")
    assert "Undo: The money was changed: table money." in buttons
    history = desk.get(reverse("session_acts", args=[night.ref]))
    assert find_elements(history, "form")[-1].get("action") == get_address(night)
    desk.post(get_address(night), {"undo": act.number})
    assert NightMoney.objects.get().fees["member"] == 400
    desk.post(get_address(night), {"redo": act.number})
    assert NightMoney.objects.get().fees["member"] == 600


def test_amounts_by_which_somebody_has_paid_are_not_undone(desk):
    night = make_night(pairs=6)
    desk.post(get_address(night), SENT)
    act = night.session.event.acts.latest("number")
    assert act.words == "The amounts of the night were entered."
    pay(night, 0)
    page = desk.post(get_address(night), {"undo": act.number}, follow=True)
    assert (
        "Players have paid by these amounts, so you can’t undo them. Type the right amounts and save."
        in find_errors(page)
    )
    assert NightMoney.objects.get().fees["member"] == 400
    Payment.objects.all().delete()
    desk.post(get_address(night), {"undo": act.number})
    assert not NightMoney.objects.exists()


def test_viewers_read_no_money_of_a_night_or_a_party(night):
    party = make_seated_party(players=8, method="points", named=True)
    client = Client()
    client.force_login(make_account("vic", Role.VIEWER))
    addresses = (get_address(night), reverse("party_money", args=[party.pk]))
    assert [client.get(address).status_code for address in addresses] == [403, 403]
    results = client.get(reverse("party_results", args=[party.pk]))
    assert addresses[1] not in results.content.decode()


@pytest.mark.slow
def test_the_till_is_counted_after_the_results_are_final_and_no_visitor_reads_of_it(desk, night):
    enter_all_results(night)
    event = night.session.event
    publish_results(event=event, hours=24)
    finalise_results(event=event)
    version_count = StandingsVersion.objects.count()
    assert desk.post(get_address(night), SENT | {"hall": "20"}).status_code == 302
    paid = desk.post(
        reverse("session_money_paid", args=[night.ref]), {"paid": list_people(night)[0]}
    )
    assert paid.status_code == 302
    assert NightMoney.objects.get().hall == 2000
    assert Payment.objects.count() == 1
    assert StandingsVersion.objects.count() == version_count


def test_one_press_on_the_page_says_who_has_paid_and_another_takes_it_back(desk, night):
    address = reverse("session_money_paid", args=[night.ref])
    person = list_people(night)[2]
    response = desk.post(address, {"paid": person, f"class-{person}": "student"})
    assert response.url == f"{get_address(night)}#pays-{person}"
    payment = Payment.objects.get()
    assert (payment.person_id, payment.payer_class) == (person, "student")
    assert payment.received_by.username == "dora"
    page = desk.get(get_address(night))
    assert "1 of 8 paid, £29.00 to come" in find_texts(page, ".payers span")
    response = desk.post(address, {"unpaid": payment.pk})
    assert response.url == f"{get_address(night)}#pays-{person}"
    assert not Payment.objects.exists()


def test_at_the_door_a_press_says_who_has_paid(desk, night):
    door = reverse("session_door", args=[night.ref])
    person = list_people(night)[1]
    response = press(desk, door, f"pays-{person}", **HTMX)
    assert response.status_code == 200
    assert "1 of 8 paid" in find_texts(response, "span")
    assert Payment.objects.get().payer_class == "visitor"
    press(desk, door, f"pays-{person}")
    assert not Payment.objects.exists()
    assert not night.entries.filter(is_here=True).exists()


def test_the_door_asks_for_no_money_before_it_is_set(desk):
    section = make_night(key="howell", pairs=4)
    page = desk.get(reverse("session_door", args=[section.ref]))
    assert not find_elements(page, ".payer")
    (link,) = find_elements(page, "p.help a")
    assert link.get("href") == get_address(section)


@pytest.mark.parametrize(
    ("sent", "reason"),
    [
        (
            {"paid": "999999"},
            "This player is no longer on the list, so nothing was saved. Press another.",
        ),
        ({"paid": "first", "class-first": "king"}, "Choose what Ann 0 pays as from the list."),
    ],
)
def test_nobody_pays_who_has_no_seat_or_in_a_class_that_isnt_there(desk, night, sent, reason):
    person = list_people(night)[0]
    boxes = {
        name.replace("first", f"{person}"): value.replace("first", f"{person}")
        for name, value in sent.items()
    }
    address = reverse("session_money_paid", args=[night.ref])
    page = desk.post(address, boxes, follow=True)
    (error,) = [str(message) for message in page.context["messages"]]
    assert error == reason.replace("Ann 0", Person.objects.get(pk=person).name)
    assert not Payment.objects.exists()


def test_the_next_night_of_the_name_begins_with_the_same_amounts_and_classes(night):
    pay(night, 0, "student")
    other = make_section(name="Friday pairs")
    store_money(session=other.session, section=other, user=None, sign="€", fees={"member": 900})
    student = Person.objects.get(pk=list_people(night)[0])
    later = make_night(key="howell", pairs=4, named=False)
    name_entry(section=later, pair_no=1, names=[student.name])
    books = fetch_books(later.session)
    assert books.money.fees == FEES["fees"]
    assert books.money.sign == "£"
    assert [payer.payer_class for payer in books.payers] == ["student"]
    assert not books.is_stored
    assert books.statement is None
    # The first payment settles the amounts, whatever a later night charges.
    pay(later, 0)
    store_money(session=night.session, section=night, user=None, fees={"member": 800})
    assert fetch_books(later.session).money.fees == FEES["fees"]


def test_a_payment_belongs_to_the_person_and_not_to_the_seat(night):
    payment = pay(night, 0)
    swap_entries(section=night, first_no=1, second_no=3)
    paid = [payer for payer in fetch_books(night.session).payers if payer.is_paid]
    assert [(payer.person_id, payer.pair_no) for payer in paid] == [(payment.person_id, 3)]
    name_entry(section=night, pair_no=3, names=["Zoe Zander", "Yan Young"])
    books = fetch_books(night.session)
    (paid,) = [payer for payer in books.payers if payer.is_paid]
    assert paid.seat_label == ""
    assert list_lines(night)[0][2] == 400


@pytest.mark.parametrize("name", leave_to_slow(["John Ash", "Zoe Zander"], but=1))
def test_a_payment_stays_with_the_payer_until_it_is_moved(desk, night, director, name):
    Person.objects.create(club=night.session.event.club, name="John Ash")
    name_entry(section=night, pair_no=1, names=["Joan Ash", "Yan Young"])
    payment = pay(night, 0, "student")
    name_entry(section=night, pair_no=1, names=[name, "Yan Young"], user=director)
    payment.refresh_from_db()
    assert payment.person.name == "Joan Ash"
    page = desk.get(get_address(night))
    assert "Paid by Joan Ash, who no longer plays" in find_texts(page, ".payers th")
    (button,) = find_elements(page, "button.move")
    assert button.text == f"Move to {name}"
    door = desk.get(reverse("session_door", args=[night.ref]))
    assert "Paid by Joan Ash, who no longer plays" in find_texts(door, ".payer span")
    address = reverse("session_money_paid", args=[night.ref])
    desk.post(address, {"move": button.get("value")})
    payment.refresh_from_db()
    assert (payment.person.name, payment.payer_class) == (name, "student")
    assert Person.objects.filter(name="Joan Ash").exists()
    page = desk.post(address, {"move": button.get("value")}, follow=True)
    assert "Somebody has changed this payment" in str(next(iter(page.context["messages"])))


@pytest.mark.slow
def test_the_seat_is_followed_through_several_names_and_an_undo(desk, night, director):
    name_entry(section=night, pair_no=1, names=["Joan Ash", "Yan Young"])
    pay(night, 0)
    for name in ("Jon Ash", "John Ash"):
        name_entry(section=night, pair_no=1, names=[name, "Yan Young"], user=director)
    buttons = find_texts(desk.get(get_address(night)), "button.move")
    assert buttons == ["Move to John Ash"]
    desk.post(
        reverse("session_money_paid", args=[night.ref]), {"move": night.session.payments.get().pk}
    )
    event = night.session.event
    undo_event(event=event, number=event.acts.latest("number").number, user=director)
    buttons = find_texts(desk.get(get_address(night)), "button.move")
    assert buttons == ["Move to Jon Ash"]


def test_a_payment_is_not_offered_to_who_has_paid(desk, night, director):
    for name in ("Joan Ash", "John Ash"):
        name_entry(section=night, pair_no=1, names=[name, "Yan Young"], user=director)
        pay(night, 0)
    assert not find_elements(desk.get(get_address(night)), "button.move")


def test_a_payment_at_a_party_stays_with_the_payer_until_it_is_moved(desk, director):
    party = make_seated_party(players=8, method="points", named=True)
    settle_money(party=party, user=None, sign="£", fee=500)
    name_player(party=party, number=3, name="Joan Ash", user=director)
    joan = party.players.get(number=3).person_id
    paid = reverse("party_money_paid", args=[party.pk])
    desk.post(paid, {"paid": joan})
    name_player(party=party, number=3, name="Zoe Zander", user=director)
    assert Payment.objects.get().person_id == joan
    (button,) = find_elements(desk.get(reverse("party_money", args=[party.pk])), "button.move")
    assert button.text == "Move to Zoe Zander"
    desk.post(paid, {"move": button.get("value")})
    assert Payment.objects.get().person.name == "Zoe Zander"


def test_the_money_of_a_party_by_which_somebody_has_paid_is_not_undone(desk, director):
    party = make_seated_party(players=8, method="points", named=True)
    settle_money(party=party, user=director, sign="£", fee=500)
    made = party.acts.latest("number")
    assert made.words == "The amounts of the party were entered."
    settle_money(party=party, user=director, sign="£", fee=600, hall=1000)
    changed = party.acts.latest("number")
    assert changed.words == "The money was changed: entry fee, hall hire."
    desk.post(
        reverse("party_money_paid", args=[party.pk]), {"paid": party.players.first().person_id}
    )
    undo_party(party=party, number=changed.number, user=director)
    undo = reverse("party_play_undo", args=[party.pk, made.number])
    page = desk.post(undo, {"sure": str(made.number)}, follow=True)
    assert "Players have paid by these amounts" in page.content.decode()
    party.refresh_from_db()
    assert party.money["fee"] == 500
    Payment.objects.all().delete()
    undo_party(party=party, number=made.number, user=director)
    party.refresh_from_db()
    assert not party.money


def test_a_guest_typed_as_a_visitor_pays_as_one(night):
    name_entry(section=night, pair_no=1, names=["Zoe Zander (visitor)", "Visitor"])
    name_entry(section=night, pair_no=2, names=["Yan Young", "Ada Ash"])
    name_entry(section=night, pair_no=2, names=["Yan Young, visitor", "Ada Ash"])
    payers = {payer.name: payer.payer_class for payer in fetch_books(night.session).payers}
    assert payers["Zoe Zander"] == payers["Visitor"] == payers["Yan Young"] == "visitor"
    assert payers["Ada Ash"] == "member"


def test_a_member_typed_as_a_visitor_stays_a_member(night):
    Person.objects.create(club=night.session.event.club, name="Ada Ash")
    name_entry(section=night, pair_no=1, names=["Ada Ash (visitor)", "Yan Young"])
    assert not Person.objects.get(name="Ada Ash").is_visitor


def test_a_payment_stays_with_the_one_of_two_near_names_who_has_a_seat(night):
    name_entry(section=night, pair_no=1, names=["Zoe Zander", "Zoe Zandor"])
    payment = pay(night, 0)
    name_entry(section=night, pair_no=1, names=["Zoe Zandor", "Zoe Zander"])
    payment.refresh_from_db()
    assert payment.person.name == "Zoe Zander"


def test_a_merge_moves_payments_and_its_undo_returns_them(night):
    payment = pay(night, 0)
    ada = payment.person
    later = make_night(key="howell", pairs=4, named=False)
    name_entry(section=later, pair_no=1, names=["Ada Ashe-Smith"])
    twin = Person.objects.get(name="Ada Ashe-Smith")
    pay(later, 0)
    merge_person(person=twin, into=ada)
    assert set(Payment.objects.values_list("person", flat=True)) == {ada.pk}
    undo_merge(merge=PersonMerge.objects.get())
    assert later.session.payments.get().person.name == "Ada Ashe-Smith"
    assert night.session.payments.get().person == ada


def test_two_who_both_paid_in_a_session_arent_merged(night):
    ada = pay(night, 0).person
    bert = pay(night, 2).person
    name_entry(section=night, pair_no=2, names=["Zoe Zander", "Yan Young"])
    with pytest.raises(DeskError) as refusal:
        merge_person(person=bert, into=ada)
    assert refusal.value.code == "both-paid"
    with pytest.raises(DeskError) as refusal:
        remove_person(person=bert)
    assert refusal.value.code == "person-paid"
    assert night.session.payments.count() == 2


def test_viewers_dont_read_the_money_and_scorers_tick(night):
    viewer, scorer = Client(), Client()
    viewer.force_login(make_account("vera", Role.VIEWER))
    scorer.force_login(make_account("sam", Role.SCORER))
    assert viewer.get(get_address(night)).status_code == 403
    results = reverse("session_results", args=[night.ref])
    assert "Money" not in find_texts(viewer.get(results), "nav a")
    assert "Money" in find_texts(scorer.get(results), "nav a")
    paid = reverse("session_money_paid", args=[night.ref])
    assert scorer.post(paid, {"paid": list_people(night)[0]}).status_code == 302
    assert scorer.post(get_address(night), SENT).status_code == 403
    assert Payment.objects.count() == 1
    page = scorer.get(get_address(night))
    assert "Expected in the tin" in find_texts(page, "dt")
    assert not find_elements(page, "#id_title")


@pytest.mark.slow
def test_the_page_costs_the_same_queries_for_any_number_of_players(desk, night):
    desk.get(get_address(night))
    small = count_queries(desk, get_address(night))
    large_night = make_night(pairs=14)
    store_money(session=large_night.session, section=large_night, user=None, **FEES)
    desk.get(get_address(large_night))
    assert count_queries(desk, get_address(large_night)) <= small


def test_the_receipts_are_printed(desk, night):
    pay(night, 0)
    response = desk.get(reverse("session_money_receipts", args=[night.ref]))
    assert response["Content-Type"] == "application/pdf"
    assert response.content.startswith(b"%PDF")


def test_who_has_paid_at_a_party_is_ticked_and_printed(desk):
    party = make_seated_party(players=8, method="points", named=True)
    address = reverse("party_money", args=[party.pk])
    assert "Set the entry fee first." in find_texts(desk.get(address), ".payers p")
    settle_money(party=party, user=None, sign="£", fee=500)
    prizes = find_texts(desk.get(address), "table.results td")
    player = party.players.get(number=3)
    paid = reverse("party_money_paid", args=[party.pk])
    scorer = Client()
    scorer.force_login(make_account("sam", Role.SCORER))
    scorer.post(paid, {"everybody": "1"})
    (undo,) = find_buttons(desk.get(address), "undo_everybody")
    scorer.post(paid, {"undo_everybody": undo.get("value")})
    response = scorer.post(paid, {"paid": player.person_id})
    assert response.url == f"{address}#pays-{player.person_id}"
    page = desk.get(address)
    assert "1 of 8 paid, £35.00 to come" in find_texts(page, ".payers span")
    assert not find_elements(page, ".payers select")
    assert find_texts(page, "table.results td") == prizes
    receipts = desk.get(reverse("party_money_receipts", args=[party.pk]))
    text = PdfReader(BytesIO(receipts.content)).pages[0].extract_text()
    assert "not paid" in text
    assert "Member" not in text
    viewer = Client()
    viewer.force_login(make_account("vera", Role.VIEWER))
    assert "Who has paid" not in viewer.get(address).content.decode()
    assert viewer.post(paid, {"paid": player.person_id}).status_code == 403
    assert not NightMoney.objects.exists()
    scorer.post(paid, {"unpaid": Payment.objects.get().pk})
    assert not Payment.objects.exists()


def test_the_till_of_a_party_follows_its_own_account(desk):
    party = make_seated_party(players=8, method="points", named=True)
    address = reverse("party_money", args=[party.pk])
    till = reverse("party_money_till", args=[party.pk])
    settle_money(party=party, user=None, sign="£", fee=500, added=200)
    page = desk.get(address)
    assert find_texts(page, ".till th")[3:] == ["Entry fees", "Added by the club"]
    assert not find_buttons(page, "remove")
    desk.post(till, {"add": "income", "title": "Raffle", "cents": "12"})
    page = desk.post(till, {"add": "costs", "title": "Tea", "cents": "7.25"}, **HTMX)
    assert find_texts(page, ".till td.n")[-2:] == ["+£12.00", "−£7.25"]
    assert len(find_buttons(page, "remove")) == 2
    assert not find_buttons(desk.get(address), "undo")  # the history undoes it
    assert find_texts(page, "dd")[2] == "£46.75"  # 40 + 2 + 12 - 7.25
    month = desk.get(reverse("money_of_month", args=[f"{party.session.day:%Y-%m}"]))
    rows = load_workbook(BytesIO(month.content))["Nights"].iter_rows(min_row=2, values_only=True)
    assert next(row[3:] for row in rows) == (8, 40, 14, 0, 0, 7.25, 46.75)
    desk.post(till, {"remove": "income:1200:Raffle"})
    assert NightMoney.objects.get().income == []
    undo_party(party=party, number=party.session.event.acts.latest("number").number, user=None)
    assert NightMoney.objects.get().income == [["Raffle", 1200]]


def test_a_line_of_a_party_that_was_refused_stays_in_its_boxes(desk):
    party = make_seated_party(players=8, method="points", named=True)
    till = reverse("party_money_till", args=[party.pk])
    page = desk.post(till, {"add": "income", "title": "Raffle", "cents": "much"})
    assert page.status_code == 422
    (box,) = find_elements(page, "#id_title")
    assert box.get("value") == "Raffle"
    assert desk.get(till).url == reverse("party_money", args=[party.pk])


@pytest.mark.parametrize("finish", [publish_results, finalise_results])
def test_the_till_of_a_party_is_counted_after_its_results_are_out(desk, finish):
    party = make_seated_party(players=8, method="points", named=True)
    settle_money(party=party, user=None, sign="£", fee=500)
    publish_results(event=party.session.event, user=None)
    if finish is finalise_results:
        finalise_results(event=Event.objects.get(), user=None)
    published = [version.pk for version in StandingsVersion.objects.all()]
    till = reverse("party_money_till", args=[party.pk])
    page = desk.post(till, {"add": "income", "title": "Raffle", "cents": "12"}, follow=True)
    assert find_texts(page, ".till td.n")[-1] == "+£12.00"
    page = desk.post(till, {"count": "1", "counted": "52"}, follow=True)
    assert find_texts(page, ".till dd")[-1] == "£0.00"
    assert [version.pk for version in StandingsVersion.objects.all()] == published


def test_a_night_doesnt_begin_with_the_money_of_a_party(desk, night):
    party = make_seated_party(players=8, method="points", named=True)
    Event.objects.filter(pk=party.session.event_id).update(date=date(2040, 1, 1))
    desk.post(
        reverse("party_money_till", args=[party.pk]),
        {"add": "income", "title": "Raffle", "cents": "12"},
    )
    other = make_night(key="howell", pairs=6)
    assert fetch_money(other.session).fees == FEES["fees"]


def test_the_payments_of_a_night_are_no_payments_of_a_party(desk, night):
    assert desk.post(reverse("party_money_paid", args=[night.session_id]), {}).status_code == 404
    assert desk.get(reverse("party_money_receipts", args=[night.session_id])).status_code == 404


def test_the_workbook_of_a_month_has_nights_of_every_kind(desk, night):
    event = night.session.event
    pay(night, 0)
    pay(night, 1)
    store_money(
        session=night.session, section=night, user=None, **FEES, hall=600, costs=[["Tea", 100]]
    )
    party = make_seated_party(players=8, method="points", named=True)
    settle_money(party=party, user=None, sign="£", fee=500, hall=1000)
    type(event).objects.filter(pk=party.session.event_id).update(date=event.date)
    response = desk.get(reverse("money_of_month", args=[f"{event.date:%Y-%m}"]))
    book = load_workbook(BytesIO(response.content))
    rows = [row[1:] for row in book["Nights"].iter_rows(min_row=2, values_only=True)]
    assert rows == [
        (event.name, "£", 2, 9, 0, 0, 6, 1, 2),
        (party.session.event.name, "£", 8, 40, 0, 0, 10, 0, 30),
        ("Total", "£", 10, 49, 0, 0, 16, 1, 32),
    ]
    items = [row[3] for row in book["Lines"].iter_rows(min_row=2, values_only=True)]
    assert "Tea" in items
    assert "Entry fees" in items


def test_the_workbook_has_the_nights_of_one_day_in_the_order_of_their_events(desk):
    party = make_seated_party(players=8, method="points", named=True)
    settle_money(party=party, user=None, sign="£", fee=500)
    section = make_night(key="howell", pairs=4)
    store_money(session=section.session, section=section, user=None, **FEES, hall=600)
    day = section.session.event.date
    Event.objects.update(date=day)
    response = desk.get(reverse("money_of_month", args=[f"{day:%Y-%m}"]))
    rows = load_workbook(BytesIO(response.content))["Nights"].iter_rows(min_row=2)
    names = [row[1].value for row in rows]
    assert names == [party.session.event.name, section.session.event.name, "Total"]


def test_the_workbook_asks_the_same_queries_for_any_number_of_nights(desk, night):
    month = f"{night.session.event.date:%Y-%m}"
    settle_money(
        party=make_seated_party(players=8, method="points", named=True), user=None, fee=500
    )
    Event.objects.update(date=night.session.event.date)
    address = reverse("money_of_month", args=[month])
    desk.get(address)
    of_one = count_queries(desk, address)
    for section in (make_night(key="howell", pairs=4), *make_sections(letters="A", sessions=2)):
        store_money(session=section.session, section=section, user=None, **FEES, hall=500)
        pay(section, 0)
    settle_money(
        party=make_seated_party(players=8, method="points", named=True), user=None, fee=500
    )
    Event.objects.update(date=night.session.event.date)
    assert count_queries(desk, address) == of_one


@pytest.mark.parametrize("month", ["2026-13", "November", "9999-12"])
def test_there_is_no_workbook_of_what_is_no_month(desk, month):
    assert desk.get(reverse("money_of_month", args=[month])).status_code == 404


def test_a_month_without_money_has_an_empty_workbook(desk, night):
    month = date(2019, 3, 1)
    response = desk.get(reverse("money_of_month", args=[f"{month:%Y-%m}"]))
    assert load_workbook(BytesIO(response.content))["Nights"].max_row == 1


def test_enter_in_the_till_chooses_no_kind_of_line(desk, night):
    page = desk.get(get_address(night))
    (till,) = find_elements(page, "form.line")
    first_button = next(till.iter("button"))
    assert first_button.get("disabled") is not None
