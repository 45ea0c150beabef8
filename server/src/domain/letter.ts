/** A mail as we write it: a few plain paragraphs and, where there is one, the thing to do. */
export interface Letter {
  title: string
  paragraphs: readonly string[]
  button?: { label: string; url: string }
  /** Shown large and on its own, as a six-digit code is. */
  code?: string
  footnote?: string
  /** The page that ends mails of this kind. */
  unsubscribe?: string
}

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** The same words as text and as HTML in the look of the site; nothing in it is loaded from anywhere. */
export function writeLetter(
  site: { name: string; url: string },
  letter: Letter,
): { text: string; html: string } {
  const { title, paragraphs, button, code, footnote, unsubscribe } = letter
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
  const paragraph = (words: string, style = '') =>
    `<p style="margin:0 0 16px;font-size:17px;line-height:1.5;${style}">${escaped(words)}</p>`
  const html = `<!doctype html>
<html lang="en-AU"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${escaped(title)}</title></head>
<body style="margin:0;padding:24px;background:#FFF8F4;color:#2A1428;font-family:Figtree,Helvetica,Arial,sans-serif">
<table role="presentation" width="100%" cellspacing="0" cellpadding="0"><tr><td align="center">
<table role="presentation" width="100%" cellspacing="0" cellpadding="0" style="max-width:520px;background:#FFFFFF;border:1px solid #E3D0C8;border-radius:32px 32px 32px 4px"><tr><td style="padding:32px">
<p style="margin:0 0 24px;font-size:20px;font-weight:800;color:#B3123F">${escaped(site.name)}</p>
<h1 style="margin:0 0 16px;font-size:26px;line-height:1.2">${escaped(title)}</h1>
${paragraphs.map((words) => paragraph(words)).join('\n')}
${code ? `<p style="margin:0 0 16px;font-size:36px;font-weight:800;letter-spacing:8px">${escaped(code)}</p>` : ''}
${
  button
    ? `<p style="margin:24px 0"><a href="${escaped(button.url)}" style="display:inline-block;padding:14px 28px;border-radius:999px;background:#2A1428;color:#FFF8F4;font-size:17px;font-weight:700;text-decoration:none">${escaped(button.label)}</a></p>${paragraph(`If the button does not work, copy this address: ${button.url}`, 'font-size:14px;color:#6A4F63;word-break:break-all')}`
    : ''
}
${footnote ? paragraph(footnote, 'font-size:14px;color:#6A4F63') : ''}
${unsubscribe ? `<p style="margin:0;font-size:14px"><a href="${escaped(unsubscribe)}" style="color:#6A4F63">Unsubscribe</a></p>` : ''}
</td></tr></table>
<p style="margin:16px 0 0;font-size:14px;color:#6A4F63">${escaped(site.name)} – Australian Dating Site</p>
</td></tr></table></body></html>
`
  return { text, html }
}
