from string import Formatter

from scoring import ScoringError


def error_classes(base=ScoringError):
    return [base, *(error for kind in base.__subclasses__() for error in error_classes(kind))]


def test_every_error_has_its_own_code():
    codes = sorted(kind.code for kind in error_classes() if "code" in vars(kind))
    assert codes == sorted(set(codes))


def test_every_error_with_a_sentence_has_a_code_beside_it():
    assert [kind for kind in error_classes() if "template" in vars(kind) and "code" not in vars(kind)] == []


def test_every_template_can_be_filled_by_name():
    fields = [field for kind in error_classes() for _, field, _, _ in Formatter().parse(kind.template)]
    assert [field for field in fields if field is not None and not field.isidentifier()] == []
