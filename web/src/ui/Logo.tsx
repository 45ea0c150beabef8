import { cx } from './cx.ts'

type LogoProps = {
  /** Beside the mark; without it the mark stands alone and is decoration. */
  name?: string
  className?: string
}

/** A crimson rosella that is a speech bubble: pale cheek, one bright eye, and the tight corner is where it speaks. */
export function Logo({ name, className }: LogoProps) {
  return (
    <span className={cx('inline-flex items-center gap-[0.4em] text-[1.625rem] leading-none', className)}>
      <LogoMark className="size-[1.55em] shrink-0" />
      {name && <span className="font-[780] font-display tracking-[-0.035em]">{name}</span>}
    </span>
  )
}

export function LogoMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 48 48" aria-hidden="true" className={className}>
      <path
        fill="#c8143f"
        d="M20 3h8a17 17 0 0 1 17 17v8a17 17 0 0 1-17 17H5a2 2 0 0 1-2-2V20A17 17 0 0 1 20 3Z"
      />
      <path fill="#fff1e6" d="M27 25h6a7 7 0 0 1 7 7 8 8 0 0 1-8 8H21a1 1 0 0 1-1-1v-7a7 7 0 0 1 7-7Z" />
      <path
        fill="#ffc933"
        d="M3 21c4-3.6 9.800-3.400 12.500-.2 2.600 3.100 1.600 8-2.200 8.700-1.900.3-2.800 1.600-3.300 4.500-3.600-1.600-6.400-4-7-7Z"
      />
      <circle fill="#2a1428" cx="24" cy="17" r="3.500" />
      <circle fill="#ffffff" cx="25.200" cy="15.800" r="1.100" />
    </svg>
  )
}
