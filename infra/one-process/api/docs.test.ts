import { afterAll, beforeAll, expect, test } from 'vitest'
import { calls } from './calls.ts'
import { openTestProduct, type TestProduct } from './test-product.ts'

let product: TestProduct
beforeAll(async () => {
  product = await openTestProduct()
})
afterAll(() => product.close())

test('the contract as OpenAPI has every call, who may make it, what it takes and each of its refusals', async () => {
  const { status, body, headers } = await product.stranger().get('/api/openapi.json')
  expect(status).toBe(200)
  expect(headers.get('content-type')).toContain('application/json')
  expect(body.openapi).toMatch(/^3\.1\./)
  const operations = Object.values(body.paths as Record<string, object>).flatMap((path) => Object.values(path))
  expect(operations).toHaveLength(calls.length)
  for (const { name, method, path, who, codes, goodStatus } of calls) {
    const operation = body.paths[path.slice('/api'.length)][method.toLowerCase()]
    const documented = Object.values<{
      content: Record<string, { schema: { properties?: { code?: { enum: string[] } } } }>
    }>(operation.responses).flatMap(({ content }) => content['application/json']?.schema.properties?.code?.enum ?? [])
    expect([name, operation['x-who'], documented.sort()]).toEqual([name, who, [...new Set(codes)].sort()])
    expect(Object.keys(operation.responses)).toContain(String(goodStatus))
    expect(operation.security.length > 0).toBe(who !== 'anyone')
  }
  const form = body.paths['/doorstep/deliveries'].post.requestBody.content['application/json'].schema
  expect(form.required).toEqual(['sender', 'receiver', 'parcelDescription', 'paymentMethod'])
  const list = body.paths['/admin/deliveries'].get
  expect(list.parameters.map((parameter: { name: string }) => parameter.name)).toContain('cursor')
  expect(Object.keys(list.responses[200].headers)).toEqual([
    'x-total-count',
    'x-total-more',
    'Link',
    'x-next-cursor',
    'x-left-out',
    'x-server-time',
  ])
})

test('the page for people shows every call and needs nothing but itself', async () => {
  const { status, body, headers } = await product.stranger().get('/api/docs')
  const page = String(body)
  expect(status).toBe(200)
  expect(headers.get('content-type')).toContain('text/html')
  for (const { method, path } of calls) expect(page).toContain(`<code>${method} ${path}</code>`)
  expect(page).toContain('Everybody who is signed in')
  expect(page).toContain('Please select a rider!')

  expect(page).not.toMatch(/<script|<link|<img|<iframe|https?:|javascript:|\son\w+=|style="/i)
  expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-[^']+';/)
  const anchors = [...page.matchAll(/href="#([^"]+)"/g)].map(([, name]) => name)
  expect(anchors.filter((name) => !page.includes(`id="${name}"`))).toEqual([])
})
