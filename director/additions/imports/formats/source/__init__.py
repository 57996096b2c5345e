"""What files of results from elsewhere say, whatever their format."""
