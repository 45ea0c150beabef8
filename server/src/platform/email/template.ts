/** The content of an email: a few paragraphs and at most one action. */
export interface MailTemplate {
  title: string
  paragraphs: readonly string[]
  button?: { label: string; url: string }
  /** Shown large on its own line, for example a six-digit code. */
  code?: string
  footnote?: string
  /** The page on which the member unsubscribes from this kind of email. */
  unsubscribe?: string
}

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** The same content as text and as HTML in the style of the site, without remote content. */
export function renderMail(
  site: { name: string; url: string },
  template: MailTemplate,
): { text: string; html: string } {
  const { title, paragraphs, button, code, footnote, unsubscribe } = template
  const text = [
    title,
    ...paragraphs,
    ...(code ? [code] : []),
    ...(button ? [`${button.label}: ${button.url}`] : []),
    ...(footnote ? [footnote] : []),
    ...(unsubscribe ? [`Unsubscribe: ${unsubscribe}`] : []),
    `${site.name} – Australian Dating Site`,
    site.url,
  ].join('\n\n')
  const paragraph = (text: string) =>
    `<p style="margin:0 0 16px;font-size:17px;line-height:1.5">${escaped(text)}</p>`
  const small = (inside: string) =>
    `<p class="muted" style="margin:0 0 12px;font-size:14px;line-height:1.5;color:#6A4F63">${inside}</p>`
  const html = `<!doctype html>
<html lang="en-AU"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>${escaped(title)}</title>
<style>${AFTER_DARK}</style></head>
<body class="paper" style="margin:0;padding:24px 12px;background:#FFF8F4;color:#2A1428;font-family:Figtree,Helvetica,Arial,sans-serif">
<table role="presentation" width="100%" cellspacing="0" cellpadding="0"><tr><td align="center">
<table role="presentation" class="card" width="100%" cellspacing="0" cellpadding="0" style="max-width:520px;background:#FFFFFF;border:1px solid #E3D0C8;border-radius:32px 32px 32px 4px"><tr><td style="padding:28px 28px 20px;text-align:start">
<p class="brand" style="margin:0 0 28px;font-size:21px;font-weight:800;letter-spacing:-0.5px;color:#B3123F"><span style="display:inline-block;width:22px;height:22px;margin-inline-end:9px;vertical-align:-4px;border-radius:11px 11px 11px 2px;background:#C8143F"></span>${escaped(site.name)}</p>
<h1 style="margin:0 0 12px;font-size:27px;line-height:1.2">${escaped(title)}</h1>
${paragraphs.map(paragraph).join('\n')}
${code ? `<p class="code" style="display:inline-block;margin:8px 0 24px;padding:14px 14px 14px 22px;border-radius:20px 20px 20px 4px;background:#F7ECE6;font-size:34px;line-height:1.2;font-weight:800;letter-spacing:8px">${escaped(code)}</p>` : ''}
${
  button
    ? `<p style="margin:24px 0 28px"><a class="button" href="${escaped(button.url)}" style="display:inline-block;padding:14px 28px;border-radius:999px;background:#2A1428;color:#FFF8F4;font-size:17px;font-weight:700;text-decoration:none">${escaped(button.label)}</a></p>
${small(`If the button does not work, copy this address:<br><span style="word-break:break-all">${escaped(button.url)}</span>`)}`
    : ''
}
${footnote ? small(escaped(footnote)) : ''}
${unsubscribe ? small(`<a href="${escaped(unsubscribe)}" style="color:inherit">Unsubscribe</a>`) : ''}
</td></tr></table>
<p class="muted" style="margin:16px 0 0;font-size:14px;color:#6A4F63">${escaped(site.name)} – Australian Dating Site</p>
</td></tr></table></body></html>
`
  return { text, html }
}

/** For mail programs that follow the reader's dark mode; others use the colours above. */
const AFTER_DARK = `@media (prefers-color-scheme:dark){
.paper{background:#1B0F1A!important;color:#FBEFEA!important}
.card{background:#271826!important;border-color:#46303F!important}
.brand{color:#FF7C93!important}.muted{color:#CBB0C0!important}
.code{background:#140A13!important}.button{background:#FBEFEA!important;color:#1B0F1A!important}}`
