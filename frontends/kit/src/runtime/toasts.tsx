import { useEffect } from 'react'
import { toast as library, ToastContainer, type ToastContent, type ToastOptions } from 'react-toastify/unstyled'

/** What went wrong breaks in on whatever is being read out; good news waits its turn. */
export const toast = {
  success: (content: ToastContent, options: ToastOptions = {}) =>
    library.success(content, { role: 'group', ...options }),
  error: (content: ToastContent, options: ToastOptions = {}) => library.error(content, { role: 'alert', ...options }),
}

/** The library keeps toasts that are asked for while none can be shown, and shows them at the next `Toasts`. */
export const forgetToasts = (): void => library.dismiss()

/**
 * Toasts: top right, 5 s, waiting while hovered or while the window has no focus. The place that they come into is read out
 * politely; for a refusal, which is an alert itself, it says nothing, or everything would be heard twice.
 */
export function Toasts() {
  useEffect(
    () =>
      library.onChange(({ status, type }) => {
        if (status !== 'added') return
        document.querySelector('.Toastify')?.setAttribute('aria-live', type === 'error' ? 'off' : 'polite')
      }),
    [],
  )
  return (
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
}
