"""The pages of accounts: coming in, and who may."""
