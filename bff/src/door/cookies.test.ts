import { describe, expect, test } from 'vitest'
import { openCookies } from './cookies.ts'

const exchange = (cookie = '') => ({ headers: new Headers({ cookie }), resHeaders: new Headers() })
const now = '2026-11-21T09:00:00.000Z'

describe('on https', () => {
  const cookies = openCookies({ PUBLIC_URL: 'https://tuma.example', secret: 'a secret' })

  test('only this very site sets and reads the session’s cookie', () => {
    const answer = exchange()
    cookies.keepSession(answer, 'token', '2026-11-21T21:00:00.000Z', now)
    expect(answer.resHeaders.getSetCookie()).toEqual([
      '__Host-tuma_session=token; Max-Age=43200; Path=/; HttpOnly; Secure; SameSite=Lax',
      'tuma_signed_in=yes; Max-Age=43200; Path=/; Secure; SameSite=Lax',
    ])
    expect(cookies.session(exchange('tuma_signed_in=yes'))).toBeUndefined()
    expect(cookies.session(exchange('tuma_session=planted'))).toBeUndefined()
    expect(cookies.session(exchange('__Host-tuma_session=token'))).toBe('token')
  })

  test('logging out removes the same cookies', () => {
    const answer = exchange()
    cookies.endSession(answer)
    expect(answer.resHeaders.getSetCookie()).toEqual([
      '__Host-tuma_session=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax',
      'tuma_signed_in=; Max-Age=0; Path=/; Secure; SameSite=Lax',
    ])
  })
})

describe('a browser that a person has signed in from', () => {
  test('keeps its device cookie for a year, and our scripts can not read it', () => {
    const cookies = openCookies({ PUBLIC_URL: 'https://tuma.example', secret: 'a secret' })
    const answer = exchange()
    cookies.keepDevice(answer, 'a~b~c')
    expect(answer.resHeaders.getSetCookie()).toEqual([
      '__Host-tuma_device=a~b~c; Max-Age=31536000; Path=/; HttpOnly; Secure; SameSite=Lax',
    ])
    expect(cookies.device(exchange('__Host-tuma_device=a~b~c'))).toBe('a~b~c')
    for (const made of ['', 'a b', 'x'.repeat(501)]) {
      expect(cookies.device(exchange(`__Host-tuma_device=${made}`))).toBeNull()
    }
    expect(cookies.device(exchange('tuma_device=planted'))).toBeNull()
  })
})

describe('a visitor', () => {
  const cookies = openCookies({ PUBLIC_URL: 'http://127.0.0.1:8080', secret: 'a secret' })

  test('is recognised by the cookie, under a name that does not reveal it', () => {
    const answer = exchange()
    const visitorId = cookies.keepVisitor(answer, new Uint8Array(16).fill(7))
    const [cookie = ''] = answer.resHeaders.getSetCookie()[0]?.split(';') ?? []
    expect(cookies.visitor(exchange(cookie))).toBe(visitorId)
    expect(cookie).not.toContain(visitorId)
  })

  test('with a made-up cookie is treated as having none', () => {
    for (const made of ['', 'x', 'x'.repeat(23), `${'x'.repeat(21)};`]) {
      expect(cookies.visitor(exchange(`tuma_visitor=${made}`))).toBeNull()
    }
  })
})
