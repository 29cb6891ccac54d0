/**
 * Every screen, by who may see it: screens.e2e.test.ts checks each with axe, and screenshots.ts pictures it.
 * `{delivery}` is the type and id of a delivery that all of them may see, `{trackingId}` its tracking id.
 */
export const screens = {
  nobody: [
    '/',
    '/login',
    '/register',
    '/forgot-password',
    '/resetpassword/expired',
    '/verify-email/expired',
    '/trackDelivery',
    '/trackDelivery?id={trackingId}',
    '/t',
    '/t/{trackingId}',
    '/t/{trackingId}?lang=sw',
    '/send-parcel',
    '/send-parcel/door-step',
    '/send-parcel/parcel-dukani',
    '/checkout',
    '/p',
    '/nowhere',
  ],
  'client@tuma.test': [
    '/Client',
    '/Client/send-parcel',
    '/Client/send-parcel/door-step',
    '/Client/send-parcel/parcel-dukani',
    '/Client/checkout',
    '/Client/track-parcel',
    '/Client/delivery-history',
    '/Client/delivery-history?status=collected',
    '/Client/delivery-history?trouble=asked',
    '/Client/delivery/{delivery}',
    '/Client/money',
    '/Client/contact',
    '/Client/profile',
  ],
  'agent.cbd@tuma.test': [
    '/Agent',
    '/Agent/uncollected',
    '/agent/uncollected?tab=dropped',
    '/Agent/uncollected?tab=inTransit',
    '/Agent/received',
    '/Agent/received?tab=delivered',
    '/Agent/received?tab=collected',
    '/Agent/waiting',
    '/Agent/new',
    '/Agent/to-do',
    '/Agent/scan',
    '/Agent/all-deliveries',
    '/Agent/all-deliveries?tab=received',
    '/Agent/find',
    '/Agent/paid',
    '/Agent/customers',
    '/Agent/cash',
    '/Agent/saved',
    '/Agent/profile',
    '/Agent/delivery/{delivery}',
  ],
  'admin@tuma.test': [
    '/Admin',
    '/admin?period=thisMonth',
    '/Admin?period=custom&from=2026-11-01&to=2026-11-10',
    '/admin/agents',
    '/admin/users?role=agent&sort=name',
    '/admin/marketing',
    '/admin/marketing?tab=sent',
    '/admin/marketing?tab=opted-out',
    '/admin/location',
    '/admin/location/add-location',
    '/admin/riders',
    '/admin/deliveries',
    '/admin/deliveries?status=collected&type=doorstep',
    '/admin/deliveries?needs=waiting',
    '/Admin/problems',
    '/Admin/problems?kind=waiting',
    '/Admin/problems?kind=held',
    '/admin/deliveries?outcome=lost',
    '/admin/delivery/{delivery}',
    '/Admin/payments',
    '/Admin/payments?tab=unclaimed',
    '/Admin/statements',
    '/Admin/books',
    '/Admin/books?tab=entries',
    '/Admin/books?tab=ready',
    '/Admin/books?tab=drawers',
    '/Admin/approvals',
    '/Admin/system',
    '/Admin/audit',
    '/admin/profile',
  ],
} as const

type Sample = { _id: string; trackingId: string; deliveryType: string; sender: { userName: string | null } }

/** A delivery of the demonstration's client that begins at the agent's shop. */
export async function findSample(url: string): Promise<Sample> {
  const headers = {
    'content-type': 'application/json',
    authorization: `Bearer ${await getToken(url, 'agent.cbd@tuma.test')}`,
  }
  const response = await fetch(`${url}/api/agent/dropping-deliveries`, { headers })
  const sample = ((await response.json()) as Sample[]).find(({ sender }) => sender.userName === 'wanjiku')
  if (!sample) throw new Error('no delivery of the client at the shop of the agent')
  return sample
}

export async function getToken(url: string, email: string): Promise<string> {
  const response = await fetch(`${url}/api/users/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'tuma-demo' }),
  })
  return ((await response.json()) as { token: string }).token
}

export const withSample = (path: string, { _id, trackingId, deliveryType }: Sample): string =>
  path.replace('{delivery}', `${deliveryType}/${_id}`).replace('{trackingId}', trackingId)
