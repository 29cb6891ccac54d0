import { readFileSync } from 'node:fs'
import { deliveryStatuses } from '@tuma/contracts/vocabulary'
import { expect, test } from 'vitest'

const styles = readFileSync(new URL('styles/surfaces.css', import.meta.url), 'utf8')

test.each(deliveryStatuses)('%s has a colour of its own on badges', (status) =>
  expect(styles).toContain(`&[data-status="${status}"] {`),
)
