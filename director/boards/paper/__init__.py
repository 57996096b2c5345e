"""Sheets to print, tables for pages and workbooks, and files to and from other programs."""
