import { useContext, useEffect } from 'react'
import { type NavigateProps, UNSAFE_DataRouterStateContext, useNavigate } from 'react-router'

/**
 * Leads to another page. React Router's `Navigate` does so once while it is mounted. On a slow machine it stays mounted
 * until React has drawn that page: a person who went back before it was drawn would stay at an empty page. This one leads
 * there again.
 */
export function Navigate({ to, ...options }: NavigateProps): null {
  const navigate = useNavigate()
  // Of the router's state, because `useLocation` gives the same object when the same entry is entered again.
  const entered = useContext(UNSAFE_DataRouterStateContext)?.location
  const way = JSON.stringify([to, options])
  useEffect(() => {
    const [where, how] = JSON.parse(way)
    if (entered) void navigate(where, how)
  }, [way, entered, navigate])
  return null
}
