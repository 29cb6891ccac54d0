// trips: domain-is-pure
import { randomUUID } from 'node:crypto'

export const decide = () => randomUUID()
