import Actions
