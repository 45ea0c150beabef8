import { cx } from './cx'

type LogoProps = {
  /** Shown next to the mark. Without it, the mark is decorative. */
  name?: string
  /** Sets the text size; the mark scales with it. */
  className?: string
}

/** A crimson rosella in the shape of a speech bubble. */
export function Logo({ name, className = 'text-[1.625rem]' }: LogoProps) {
  // So small that memoising would only add code, here and below.
  'use no memo'
  return (
    <span className={cx('inline-flex items-center gap-[0.3em] leading-none', className)}>
      <LogoMark className="size-[1.55em] shrink-0" />
      {name && <span className="font-[780] font-display tracking-[-0.035em]">{name}</span>}
    </span>
  )
}

function LogoMark({ className }: { className?: string }) {
  'use no memo'
  return (
    <svg viewBox="0 0 48 48" aria-hidden="true" className={className}>
      <path
        fill="#c8143f"
        d="M20 3h8a17 17 0 0 1 17 17v8a17 17 0 0 1-17 17H5a2 2 0 0 1-2-2V20A17 17 0 0 1 20 3Z"
      />
      <path
        fill="#fff1e6"
        d="M28.5 25h4a8 8 0 0 1 0 16H21.6a1.100 1.100 0 0 1-1.100-1.100V33a8 8 0 0 1 8-8Z"
      />
      <path
        fill="#ffc933"
        d="M3 19.600c4.400-4 11.300-3.300 13.500 1.400 2.100 4.500-.6 8.600-4.600 8.700-2 .1-3 1.500-3.200 5.300-3.700-1.700-5.700-4.900-5.700-9Z"
      />
      <circle fill="#2a1428" cx="25.500" cy="15.500" r="3.700" />
      <circle fill="#fff" cx="26.800" cy="14.200" r="1.200" />
    </svg>
  )
}
