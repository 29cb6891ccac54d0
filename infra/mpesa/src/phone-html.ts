/**
 * Draws the state of `/dev/phone/state` once a second, and presses keys. What others wrote is only ever shown as text.
 */
export const phoneScript = `
const found = (id) => document.getElementById(id)
const made = (tag, text, attributes = {}) => {
  const element = document.createElement(tag)
  element.textContent = text
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  return element
}
const say = (text) => { found('said').textContent = text }
const press = async (path, body) => {
  try {
    const response = await fetch('/dev/phone/' + path, {
      method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body),
    })
    const { message, sms } = await response.json()
    say(message ?? sms ?? 'Done.')
  } catch { say('No answer. Is Tuma running?') }
  await draw()
}
const promptItem = ({ id, phone, amount, reference, to }) => {
  const item = made('li', '')
  item.dataset.prompt = id
  const form = made('form', '')
  form.append(made('p', 'Phone 0' + phone.slice(3)))
  form.append(made('p', 'Do you want to pay Ksh ' + amount.toLocaleString('en-KE') + ' to ' + to + ', account ' + reference + '?', { class: 'ask' }))
  const label = made('label', 'M-PESA PIN (any four digits)')
  const pin = made('input', '', { name: 'pin', inputmode: 'numeric', autocomplete: 'off', maxlength: '4', type: 'password' })
  label.append(pin)
  const pay = made('button', 'Pay')
  const cancel = made('button', 'Cancel', { type: 'button', class: 'other' })
  cancel.addEventListener('click', () => press('cancel', { id }))
  form.addEventListener('submit', (event) => { event.preventDefault(); press('pin', { id, pin: pin.value }) })
  form.append(label, pay, cancel)
  item.append(form)
  return item
}
const messageItem = ({ phone, text }) => {
  const item = made('li', '')
  item.append(made('small', 'To 0' + phone.slice(3)), made('p', text))
  const copy = made('button', 'Copy', { type: 'button', class: 'other' })
  copy.addEventListener('click', () => navigator.clipboard?.writeText(text).then(() => say('Copied.'), () => say('Select and copy it by hand.')))
  item.append(copy)
  return item
}
let shown = ''
const draw = async () => {
  const state = await fetch('/dev/phone/state').then((response) => response.json()).catch(() => null)
  if (state === null) return say('No answer. Is Tuma running?')
  const now = JSON.stringify(state)
  if (now === shown) return
  shown = now
  const prompts = found('prompts')
  const kept = new Map([...prompts.children].map((item) => [item.dataset.prompt, item]))
  prompts.replaceChildren(...state.prompts.map((prompt) => kept.get(prompt.id) ?? promptItem(prompt)))
  found('quiet').hidden = state.prompts.length > 0
  found('messages').replaceChildren(...state.messages.map(messageItem))
}
const onSubmit = (id, path) => found(id).addEventListener('submit', (event) => {
  event.preventDefault()
  press(path, Object.fromEntries(new FormData(event.target)))
})
onSubmit('pay', 'pay')
onSubmit('reverse', 'reverse')
draw()
setInterval(draw, 1000)
`

export const phoneHtml = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Phone · Tuma</title>
<style>
:root{color-scheme:light dark}
body{font:16px/1.5 system-ui;max-width:30rem;margin:0 auto;padding:1rem}
h1{font-size:1.25rem}h2{font-size:1.1rem;margin:2rem 0 .5rem}
ul{list-style:none;padding:0;margin:0}
li{border:1px solid #888;border-radius:12px;padding:1rem;margin:0 0 1rem;overflow-wrap:anywhere}
li p{margin:0 0 .5rem}.ask{font-size:1.15rem;font-weight:600}
label{display:block;margin:0 0 .75rem}
input{display:block;box-sizing:border-box;width:100%;min-height:44px;font:inherit;padding:.25rem .75rem;border:1px solid #767676;border-radius:8px}
button{min-height:44px;min-width:44px;font:inherit;font-weight:600;padding:.25rem 1.25rem;border-radius:8px;border:2px solid #0a6b2d;background:#0a6b2d;color:#fff;margin:0 .5rem .25rem 0}
button.other{background:transparent;color:inherit;border-color:#767676}
details{margin-top:2rem}summary{min-height:44px;display:flex;align-items:center;font-weight:600}summary::before{content:'▸';margin-right:.5rem}details[open] summary::before{content:'▾'}
#said:not(:empty){border-left:4px solid #0a6b2d;padding-left:.75rem;overflow-wrap:anywhere}
</style></head><body>
<main>
<h1>The payer’s phone</h1>
<p>Of the demonstration: no money moves, and any PIN will do.</p>
<p id="said" role="status"></p>
<h2>M-PESA asks</h2>
<p id="quiet">No phone rings at the moment. Ask for a payment in the checkout.</p>
<ul id="prompts"></ul>
<details><summary>Pay the till by hand</summary>
<form id="pay">
<label>Phone<input name="phone" type="tel" autocomplete="off" placeholder="07…"></label>
<label>Name<input name="name" autocomplete="off"></label>
<label>Shillings<input name="amount" inputmode="decimal" autocomplete="off"></label>
<button>Pay</button>
</form></details>
<details><summary>Take a payment back</summary>
<form id="reverse">
<label>Receipt code<input name="receipt" autocomplete="off" autocapitalize="characters"></label>
<button>Reverse</button>
</form></details>
<h2>SMS</h2>
<ul id="messages"></ul>
</main>
<script>${phoneScript}</script>
</body></html>`
