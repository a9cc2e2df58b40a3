import { CARDS } from '#src/features/dashboard/cards.ts'
import { startClient } from './client.ts'

// Everything except the screen: the cost of the data flow itself.
const { records } = startClient()
for (const { category } of Object.values(CARDS)) records.category(category).subscribe()
