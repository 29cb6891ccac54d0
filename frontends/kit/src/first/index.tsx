import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryRouter, queryClient, type RouteObject, RouterProvider } from '@tuma/kit/runtime'
import { prerenderToNodeStream } from 'react-dom/static'
import { speak } from '../runtime/text.ts'
import type { FirstPage, FirstPages } from './pages.ts'

export { buildFirstPages } from './pages.ts'

/** Draws them with the area's own routes, as the app would at first. */
export const defineFirst = (pages: readonly FirstPage[], routes: RouteObject[]): FirstPages => ({
  pages,
  async draw(path, language) {
    await speak(language)
    await drawn(routes, path) // every screen is loaded by then, and what is loaded can be asked to speak
    await speak(language)
    return drawn(routes, path)
  },
})

async function drawn(routes: RouteObject[], path: string): Promise<string> {
  const router = createMemoryRouter(routes, { initialEntries: [path] })
  const page = (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  )
  const { prelude } = await prerenderToNodeStream(page, {
    progressiveChunkSize: Number.POSITIVE_INFINITY, // larger pieces would be moved into place by scripts in the page
    onError(error) {
      throw error
    },
  })
  let html = ''
  for await (const chunk of prelude) html += chunk
  return html.replaceAll(/<!--.*?-->/g, '')
}
