import { ToastContainer } from 'react-toastify/unstyled'

/** Toasts: top right, 5 s, waiting while hovered or while the window has no focus. */
export const Toasts = () => (
  <ToastContainer
    position="top-right"
    autoClose={5000}
    pauseOnHover
    pauseOnFocusLoss
    newestOnTop
    closeOnClick
    theme="light"
  />
)
