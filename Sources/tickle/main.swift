print("tickle")
