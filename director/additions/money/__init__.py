"""The money of nights: table money, who has paid, the account, receipts and the workbook of a month."""
