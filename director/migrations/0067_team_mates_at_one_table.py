from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("director", "0066_search_engines"),
    ]

    operations = [
        migrations.RemoveConstraint(model_name="planrow", name="pair_does_not_meet_itself"),
        migrations.RemoveConstraint(model_name="result", name="line_has_two_pairs"),
    ]
