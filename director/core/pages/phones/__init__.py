"""Pages of tables' and pairs' private links, and the director's page of phones."""
