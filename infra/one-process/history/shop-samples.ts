import { done, type SampleContext } from './sample-context.ts'

const day = { opens: '08:00', closes: '18:00' }
const hours = [day, day, day, day, day, { opens: '09:00', closes: '13:00' }, null]

/** A shop that says where it is and when it is open, one that is retired, and a rider whose name was mistyped. */
export const createShopSamples = async ({ signedIn }: SampleContext): Promise<void> => {
  const [admin, thika] = [await signedIn('admin'), await signedIn('agent.thika')]
  const places: { _id: string; locationName: string }[] = await done(admin.get('/api/admin/locations'))
  const shopAt = (place: string, shop: string) => {
    const location = places.find(({ locationName }) => locationName === place)
    return `/api/admin/locations/${location?._id}/shops/${encodeURIComponent(shop)}`
  }
  const about = { landmark: 'Opposite Equity Bank', hours, closedDays: ['2026-12-25'], phone: '0700 100 104' }
  await done(admin.put(shopAt('THIKA', 'Thika Arcade Bookshop'), about))
  await done(thika.put('/api/agent/shop/closed-today', { closed: true }))
  await done(thika.put('/api/agent/shop/closed-today', { closed: false }))
  await done(thika.put('/api/agent/shop/position', { lat: -1.03796, lng: 37.07312 }))
  await done(admin.delete(shopAt('NAKURU', 'Stage kiosk')))

  const { _id } = await done(admin.post('/api/admin/add', { name: 'Kipron', phone: '0711 777 668' }))
  await done(admin.put(`/api/admin/riders/${_id}`, { name: 'Kiprono', phone: '0711 777 669' }))
}
