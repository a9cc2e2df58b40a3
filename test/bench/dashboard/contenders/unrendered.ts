import { SOURCES } from '#src/features/dashboard/analytics/card-data.ts'
import { startClient } from './client.ts'

// Everything up to the screen, and no screen: what the flow itself costs.
const { records } = startClient()
for (const { category } of Object.values(SOURCES)) records.category(category).subscribe()
