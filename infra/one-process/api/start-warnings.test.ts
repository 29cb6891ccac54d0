import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestProduct, type TestProduct } from './test-product.ts'
import type { Visitor } from './visitor.ts'

/** Only the first admin is set: no e-mail and no SMS leaves. */
let product: TestProduct
let folder: string
let admin: Visitor
const login = { email: 'owner@tuma.example', password: 'a long one, of nobody' }

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tuma-bare-'))
  const owner = { ADMIN_EMAIL: login.email, ADMIN_PASSWORD: login.password }
  product = await openTestProduct({ DATA_DIR: folder, SEED: 'none', ...owner })
  admin = product.stranger()
  await admin.post('/api/users/login', login)
})
afterAll(async () => {
  await product.close()
  await rm(folder, { recursive: true, force: true })
})

const amani = { name: 'Amani Baraka', username: 'amani', email: 'amani@tuma.example', phone: '0711222333' }
const password = 'a secret of amani'
const getId = async (username: string) => {
  const { body } = await admin.get('/api/admin/users?limit=100')
  return body.find((user: { username: string }) => user.username === username)?._id
}

test('admins see settings that mislead people, until they are corrected', async () => {
  const { status, body } = await admin.get('/api/admin/start-warnings')
  expect([status, body]).toEqual([
    200,
    { warnings: ['emails_stay', 'sms_stay', 'no_public_url', 'sample_till', 'no_contact_phone'] },
  ])
})

test('a person who registers reads that an admin verifies, and may log in once one has', async () => {
  const person = product.stranger()
  const registered = await person.post('/api/users/register', { ...amani, password })
  expect([registered.status, registered.body]).toEqual([
    201,
    {
      message: 'Registration successful! Please verify your email before logging in.',
      adminVerifies: true,
    },
  ])
  const tryLogin = () => person.post('/api/users/login', { email: amani.email, password })
  expect((await tryLogin()).body.code).toBe('not_verified')

  const verify = `/api/admin/users/${await getId('amani')}/verify`
  expect((await person.post(verify, undefined)).body.code).toBe('not_signed_in')
  for (const _ of ['once', 'again']) {
    const { status, body } = await admin.post(verify, undefined)
    expect([status, body.username, body.isVerified]).toEqual([200, 'amani', true])
  }
  expect((await tryLogin()).status).toBe(200)
  expect((await admin.post('/api/admin/users/nobody/verify', undefined)).body.code).toBe('not_found')
  expect((await person.post(verify, undefined)).body.code).toBe('not_allowed')
})

test('an admin verifies one of several people with the same address, and then no other', async () => {
  const first = { ...amani, username: 'first', email: 'shared@tuma.example', password }
  await product.stranger().post('/api/users/register', first)
  await product.stranger().post('/api/users/register', { ...first, username: 'second' })
  const verify = async (id: string) => admin.post(`/api/admin/users/${id}/verify`, undefined)
  const second = await getId('second')
  expect((await verify(await getId('first'))).status).toBe(200)
  expect((await verify(second)).body.code).toBe('not_found')
})

test('a demonstration shows no such setting, and accounts are verified only by the link', async () => {
  const demonstration = await openTestProduct()
  try {
    const demoAdmin = await demonstration.signedIn('admin')
    expect((await demoAdmin.get('/api/admin/start-warnings')).body).toEqual({ warnings: [] })
    const registered = await demonstration.stranger().post('/api/users/register', { ...amani, password })
    expect(registered.body).toEqual({
      message: 'Registration successful! Please verify your email before logging in.',
    })
    const { body: users } = await demoAdmin.get('/api/admin/users?search=amani')
    const answer = await demoAdmin.post(`/api/admin/users/${users[0]._id}/verify`, undefined)
    expect([answer.status, answer.body.code]).toEqual([403, 'not_allowed'])
  } finally {
    await demonstration.close()
  }
})
