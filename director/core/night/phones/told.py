"""What a phone is told about itself and the other phones of its table.

The name of a device is its secret, by which it is let in or refused. Other phones are told only a
label that is derived from the name.
"""

from dataclasses import asdict
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
    """Return the label of *device* at an address, or an empty text without a device."""
    if device:
        return salted_hmac("table phone", f"{access_id} {device}").hexdigest()[:LABEL_LENGTH]
    return ""


def describe_phones(
    access_id: int, stored_phones: StoredPhones, phones: list[Phone], device: str
) -> Json:
    """Return what a table's phone is told about the phones of the table.

    These are its own label, the sides that several phones enter for, and the new phones.
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
    payload = asdict(phone)
    del payload["device"]  # its secret
    for name in ("name", "results"):  # for the director alone
        del payload[name]
    payload["phone"] = make_phone_label(access_id, phone.device)
    payload["since"] = _format_clock_time(phone.since)
    payload["last"] = phone.last and _format_clock_time(phone.last)
    return payload


def _format_clock_time(moment: datetime) -> str:
    return f"{timezone.localtime(moment):%H:%M}"
