import { SOURCES } from '#src/features/dashboard/analytics/card-data.ts'
import { startClient } from './client.ts'

// Everything except the screen: the cost of the data flow itself.
const { records } = startClient()
for (const { category } of Object.values(SOURCES)) records.category(category).subscribe()
