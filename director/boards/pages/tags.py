"""Parts of applications on pages of a night."""

from django import template
from django.template import Context

from director.boards.scoring.hooks import MATCHES

register = template.Library()


@register.simple_tag(takes_context=True)
def contest_part(context: Context, name: str, **values: object) -> str:
    """Render the part *name* of the templates of contests, with *values* added to the context.

    It is "" without contests.
    """
    folder = MATCHES.answers.parts_folder
    if not (folder and context.template):
        return ""
    part = context.template.engine.get_template(f"{folder}/{name}.html")
    with context.push(**values):
        return part.render(context)
