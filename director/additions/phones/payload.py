"""The part of an answer to a phone that is about the phones of its table.

The name of a device is its secret, by which it is let in or refused. Other phones get only a label
that is derived from the name.
"""

from datetime import datetime

from django.utils import timezone
from django.utils.crypto import salted_hmac

from director.core.night.phones import (
    NewPhone,
    Phone,
    StoredPhones,
    filter_admitted_phones,
    find_doubled_sides,
    find_new_phones,
    list_known_phones,
)
from director.kinds import Json

# 48 bits: the few phones of a table don't get the same label, and nobody finds the device by it.
LABEL_LENGTH = 12


def make_phone_label(access_id: int, device: str) -> str:
    """Return the label of *device* at an address, or "" without a device."""
    if device:
        return salted_hmac("table phone", f"{access_id} {device}").hexdigest()[:LABEL_LENGTH]
    return ""


def make_phones_payload(
    access_id: int, stored_phones: StoredPhones, recent_phones: list[Phone], device: str
) -> Json:
    """Return the JSON about the phones of a table for the phone *device*.

    - ``phone``: the label of *device*.
    - ``twice``: for each side for which several phones enter results, their labels.
    - ``came``: phones that joined after others.
    """
    # A blocked phone enters nothing, so its table needs no warning about it.
    admitted_phones = filter_admitted_phones(stored_phones, recent_phones)
    payload: Json = {}
    if device:
        payload["phone"] = make_phone_label(access_id, device)
    labels_by_side = {}
    for side, devices in find_doubled_sides(admitted_phones).items():
        # Sorted by label, since the order of the devices would say something about the secrets.
        labels_by_side[side] = sorted(make_phone_label(access_id, name) for name in devices)
    if labels_by_side:
        payload["twice"] = labels_by_side
    new_phones = find_new_phones(list_known_phones(stored_phones), admitted_phones)
    if new_phones:
        payload["came"] = [_make_new_phone_payload(access_id, phone) for phone in new_phones]
    return payload


def _make_new_phone_payload(access_id: int, phone: NewPhone) -> Json:
    # Without the device, which is a secret, and the name and results, which are for the director.
    earlier_heard_at = phone.earlier_heard_at
    return {
        "since": _format_clock_time(phone.joined_at),
        "side": phone.side,
        "last": _format_clock_time(earlier_heard_at) if earlier_heard_at else None,
        "held": phone.unsent_entries,
        "phone": make_phone_label(access_id, phone.device),
    }


def _format_clock_time(moment: datetime) -> str:
    return f"{timezone.localtime(moment):%H:%M}"
