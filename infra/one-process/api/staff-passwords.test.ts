import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestProduct, type TestProduct } from './test-product.ts'

let product: TestProduct
beforeAll(async () => {
  product = await openTestProduct()
})
afterAll(() => product.close())

test('a client who is made an agent needs a password for agents, and gets one without a mail', async () => {
  const token = async () => {
    await product.stranger().post('/api/users/forgotpassword', { email: 'juma.short@tuma.test' })
    return product.linkTo('juma.short@tuma.test', 'resetpassword')
  }
  await product.registered('juma.short')
  await product.stranger().put(`/api/users/resetpassword/${await token()}`, { password: 'fupi-1' })
  const admin = await product.signedIn('admin')
  const { body: rows } = await admin.get('/api/admin/users?search=juma.short')
  await admin.patch(`/api/admin/users/${rows[0]._id}`, { role: 'agent' })

  const login = (password: string) =>
    product.stranger().post('/api/users/login', { email: 'juma.short@tuma.test', password })
  const refused = await login('fupi-1')
  expect([refused.status, refused.body.code, refused.headers.getSetCookie()]).toEqual([403, 'new_password_needed', []])
  const reset = `/api/users/resetpassword/${refused.body.resetToken}`
  const choose = (password: string) => product.stranger().put(reset, { password })
  expect((await choose('qwertyuiop')).body).toMatchObject({ code: 'password_common', field: 'password' })
  expect((await choose('ndovu watatu mtoni')).status).toBe(200)
  expect((await login('ndovu watatu mtoni')).body).toMatchObject({ role: 'agent', token: expect.any(String) })
})
