// @vitest-environment jsdom
import * as runtime from '@tuma/kit/runtime'
import { expect, test } from 'vitest'
import published from './published.json' with { type: 'json' }

const exported = Object.keys(runtime).sort()

test('nothing that was ever published is taken away: a deployed remote may use it', () => {
  expect(exported).toEqual(expect.arrayContaining(published.exports))
})

test('what is new is published: added to published.json, with a higher minor version', () => {
  expect(published.exports).toEqual(exported)
})
