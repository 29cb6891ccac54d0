import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { queryClient } from './query.ts'
import { Toasts } from './toasts.tsx'

/** The providers that every screen needs; the shell puts it around everything, `renderScreen` around a screen under test. */
export const Providers = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>
    {children}
    <Toasts />
  </QueryClientProvider>
)
