print("tickled")
