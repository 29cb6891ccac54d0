import { afterAll, expect, test } from 'vitest'
import { brokenRules, rules } from './dependency-rules.ts'
import { confessions, plantTree, root } from './planted-tree.ts'

const { tree, remove } = plantTree()
afterAll(remove)

test('every rule trips on the files planted for it, and on no other', async () => {
  const found = (await brokenRules(tree)).map(({ broken }) => broken)
  expect([...new Set(found)].sort()).toEqual(confessions())
})

test('every rule has a planted file', () => {
  const planted = confessions().map((confession) => confession.split(': ')[1])
  expect([...new Set(planted)].sort()).toEqual(rules.map((rule) => rule.name).sort())
})

test('our own imports break no rule', async () => {
  expect(await brokenRules(root)).toEqual([])
})
