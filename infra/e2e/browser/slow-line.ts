import type { CDPSession, Page } from 'playwright-core'

/**
 * What a browser's tools call slow 4G, in milliseconds and bytes a second; and a processor four times slower than this
 * one.
 */
const slow4G = { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 }
const slowerBy = 4

/** @param rate how many times slower than this machine's processor */
export const slowProcessor = async (session: CDPSession, rate: number): Promise<void> => {
  await session.send('Emulation.setCPUThrottlingRate', { rate })
}

/** Slows everything that is loaded and drawn from now on; the session already watches the network. */
export const makeSlow = async (session: CDPSession): Promise<void> => {
  await session.send('Network.emulateNetworkConditions', slow4G)
  await slowProcessor(session, slowerBy)
}

/** What has come over the line since `getLine`; bytes as compressed. */
export type Carried = { requests: number; bytes: number }

/** Counts a page's traffic from now on, and slows line and processor if asked. */
export const getLine = async (page: Page, slow: boolean): Promise<Carried> => {
  const carried: Carried = { requests: 0, bytes: 0 }
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  session.on('Network.requestWillBeSent', () => {
    carried.requests += 1
  })
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    carried.bytes += encodedDataLength
  })
  if (slow) await makeSlow(session)
  return carried
}
