import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { root } from './planted-tree.ts'

/**
 * A browser test waits for what a person waits for: a text, a role, a state. A value that is read from a page at one
 * moment is right on a fast machine and wrong on a slow one, so no test may assert it or decide by it.
 */
const reads = new Set([
  ...['count', 'isVisible', 'isHidden', 'isDisabled', 'isEnabled', 'isChecked', 'isEditable', 'inputValue'],
  ...['textContent', 'innerText', 'innerHTML', 'allTextContents', 'allInnerTexts', 'getAttribute', 'boundingBox'],
  ...['evaluate', 'evaluateAll', 'url'],
])

/** A request has an address too, and a test may ask the page for what a person does not see. */
const readsToDecide = new Set([...reads].filter((name) => !['evaluate', 'evaluateAll', 'url'].includes(name)))

/** @returns whether this code reads from a page at once. A function of its own reads only when it is called */
const readsAtOnce = (node: ts.Node, names: ReadonlySet<string>): boolean => {
  if (ts.isFunctionLike(node)) return false
  const isRead =
    ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression) && names.has(node.expression.name.text)
  return isRead || (ts.forEachChild(node, (child) => readsAtOnce(child, names) || undefined) ?? false)
}

const isAwaited = (node: ts.Node): boolean =>
  ts.isAwaitExpression(node) || (ts.forEachChild(node, (child) => isAwaited(child) || undefined) ?? false)

/** Constants that hold a value read from a page at one moment: they may be compared with, but not asserted. */
const namesOfMoments = (file: ts.SourceFile): ReadonlySet<string> => {
  const names = new Set<string>()
  const look = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && node.initializer && isAwaited(node.initializer)) {
      if (readsAtOnce(node.initializer, readsToDecide)) names.add(node.name.getText())
    }
    ts.forEachChild(node, look)
  }
  look(file)
  return names
}

const namesAMoment = (node: ts.Node, names: ReadonlySet<string>): boolean => {
  if (ts.isFunctionLike(node)) return false
  if (ts.isIdentifier(node) && names.has(node.text)) return true
  return ts.forEachChild(node, (child) => namesAMoment(child, names) || undefined) ?? false
}

const toCondition = (node: ts.Node): ts.Node | undefined => {
  if (ts.isIfStatement(node) || ts.isWhileStatement(node) || ts.isDoStatement(node)) return node.expression
  if (ts.isForStatement(node) || ts.isConditionalExpression(node)) return node.condition
  return undefined
}

const isAssertion = (node: ts.Node): node is ts.CallExpression =>
  ts.isCallExpression(node) && node.expression.getText() === 'expect'

const findFault = (node: ts.Node, moments: ReadonlySet<string>): string | undefined => {
  const [asserted] = isAssertion(node) ? node.arguments : []
  if (asserted && (readsAtOnce(asserted, reads) || namesAMoment(asserted, moments)))
    return 'asserts a moment: use expect.poll'
  const condition = toCondition(node)
  if (condition && readsAtOnce(condition, readsToDecide)) return 'decides by a moment: wait for what is to be there'
  if (ts.isCallExpression(node) && /\.(waitForTimeout|waitForLoadState)$/.test(node.expression.getText()))
    return 'waits for time or for silence: wait for what is to be there'
  if (
    ts.isCallExpression(node) &&
    /(\brequest|^route)\.(get|post|put|patch|delete|head|fetch)$/.test(node.expression.getText())
  )
    return node.getText().includes('retryOptions') ? undefined : 'may be reset: pass retryOptions'
  return undefined
}

const faultsIn = (name: string, text: string): string[] => {
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true)
  const found: string[] = []
  const moments = namesOfMoments(file)
  const look = (node: ts.Node): void => {
    const fault = findFault(node, moments)
    if (fault) found.push(`${name}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1} ${fault}`)
    ts.forEachChild(node, look)
  }
  look(file)
  return found
}

/** These files take pictures and count taps; nothing fails by them. */
const notTests = /infra\/e2e\/(walks\/|screenshots\.ts|share-picture\.ts)/
const files = globSync('infra/e2e/**/*.ts', { cwd: root })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !notTests.test(file) && !file.includes('node_modules'))

test('no browser test asserts a moment, decides by one, or waits for time', () => {
  expect(files.length).toBeGreaterThan(70)
  expect(files.flatMap((file) => faultsIn(file, readFileSync(join(root, file), 'utf8')))).toEqual([])
})

describe('a violation is found:', () => {
  test.each([
    'const offered = await list.getByRole("option").allTextContents()\nexpect(offered).toEqual([])',
    'expect(await page.getByRole("row").count()).toBe(2)',
    'expect((await id.boundingBox())?.height).toBe(44)',
    'expect([await box.inputValue(), query(page)]).toEqual(["", ""])',
    'expect(new URL(page.url()).pathname).toBe("/login")',
    'while (await more.isVisible()) await more.click()',
    'if (!(await wanted.isVisible())) await fold.click()',
    'const to = (await row.getByText("Sorting").count()) > 0 ? "Delivered" : "Sorting"',
    'await page.waitForTimeout(1000)',
    'await context.request.get("/api/users/me")',
    'const response = await route.fetch()',
    'await page.waitForLoadState("networkidle")',
  ])('%s', (line) => expect(faultsIn('a test', line)).toHaveLength(1))

  test.each([
    'await expect.poll(() => page.getByRole("row").count()).toBe(2)',
    'const amount = Number((await pay.textContent())?.replace(/\\D/g, ""))',
    'const before = await rows.count()\nawait expect.poll(() => rows.count()).toBe(before + 1)',
    'await rows.first().waitFor()',
    'expect(await axeFaults(page)).toEqual([])',
  ])('this is allowed: %s', (line) => expect(faultsIn('a test', line)).toEqual([]))
})
