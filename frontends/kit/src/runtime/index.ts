/**
 * The one package that shell and remotes share in the page (one copy, the shell's). Its exports only ever grow: a new one is
 * added to `published.json` with a higher minor version, and none is ever taken away or changes its meaning.
 */
export { keepPreviousData, skipToken, useMutation, useQueries, useQuery } from '@tanstack/react-query'
export {
  createBrowserRouter,
  createMemoryRouter,
  generatePath,
  Link,
  type LinkProps,
  matchRoutes,
  NavLink,
  type NavLinkProps,
  Outlet,
  type RouteObject,
  RouterProvider,
  useBlocker,
  useLocation,
  useMatch,
  useNavigate,
  useParams,
  useRoutes,
  useSearchParams,
} from 'react-router'
export { api, type CallContext, calls } from './api.ts'
export { ApiError } from './api-error.ts'
export { type Arriving, arriving, loadedOnce, useArrived } from './arriving.ts'
export { alert, confirm, dismissQuestions, type OpenQuestion, type Question, useOpenQuestion } from './dialogs.ts'
export { useErrorText } from './error-text.ts'
export { Guard } from './guard.tsx'
export { kitTexts } from './kit-texts.ts'
export { type LazyScreen, lazyScreen } from './lazy-screen.tsx'
export { useLiveChanges } from './live-changes.ts'
export { Navigate } from './navigate.tsx'
export { usePages } from './pages.ts'
export { Providers } from './providers.tsx'
export { queryClient } from './query.ts'
export { recall, remember } from './remembered.ts'
export { defineRemote, type MenuEntry, type RemoteModule } from './remote-module.ts'
export { useRootState } from './root-state.ts'
export { ScrollRestoration } from './scroll-restoration.tsx'
export { useSentence } from './sentence.ts'
export { serverNow, useServerTime } from './server-time.ts'
export { askWhoIsSignedIn, type Session, signedIn, signOut, useSession, useUser } from './session.ts'
export { useSubmission } from './submission.ts'
export {
  applyRememberedLanguage,
  type Catalogue,
  chooseLanguage,
  defineCatalogue,
  type Language,
  languages,
  type Text,
  type Texts,
  textsReady,
  useLanguage,
  useText,
} from './text.ts'
export { applyRememberedTheme, chooseTheme, type Theme, useTheme } from './theme.ts'
export { toast } from './toasts.tsx'
