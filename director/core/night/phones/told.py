"""Tell a phone about itself and the other phones of its table.

The name of a device is its secret, by which it is let in or refused. Other phones are told only a
label that is derived from the name.
"""

from datetime import datetime

from django.utils import timezone
from django.utils.crypto import salted_hmac

from director.core.night.phones.connected import (
    NewPhone,
    Phone,
    StoredPhones,
    filter_admitted_phones,
    find_doubled_sides,
    find_new_phones,
    list_known_phones,
)
from director.kinds import Json

LABEL_LENGTH = 12


def make_phone_label(access_id: int, device: str) -> str:
    """Return the label of *device* at an address, or "" without a device."""
    if device:
        return salted_hmac("table phone", f"{access_id} {device}").hexdigest()[:LABEL_LENGTH]
    return ""


def describe_phones(
    access_id: int, stored_phones: StoredPhones, phones: list[Phone], device: str
) -> Json:
    """Return the part of a phone's answer that is about the phones of its table.

    It has the phone's own label, the sides for which several phones enter, and the new phones.
    """
    heard = filter_admitted_phones(stored_phones, phones)
    payload: Json = {}
    if device:
        payload["phone"] = make_phone_label(access_id, device)
    devices_by_side = find_doubled_sides(heard)
    if devices_by_side:
        labels_by_side = {}
        for side, devices in devices_by_side.items():
            labels_by_side[side] = sorted(make_phone_label(access_id, name) for name in devices)
        payload["twice"] = labels_by_side
    new_phones = find_new_phones(list_known_phones(stored_phones), heard)
    if new_phones:
        payload["came"] = [_make_new_phone_payload(access_id, phone) for phone in new_phones]
    return payload


def _make_new_phone_payload(access_id: int, phone: NewPhone) -> Json:
    # Without the device, which is a secret, and the name and results, which are for the director.
    heard_at = phone.earlier_heard_at
    return {
        "since": _format_clock_time(phone.since),
        "side": phone.side,
        "last": _format_clock_time(heard_at) if heard_at else None,
        "held": phone.unsent_entries,
        "phone": make_phone_label(access_id, phone.device),
    }


def _format_clock_time(moment: datetime) -> str:
    return f"{timezone.localtime(moment):%H:%M}"
