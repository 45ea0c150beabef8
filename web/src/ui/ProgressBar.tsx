import { useId } from 'react'

type ProgressBarProps = {
  label: string
  /** 0 to 100; null while unknown. */
  percent: number | null
}

export function ProgressBar({ label, percent }: ProgressBarProps) {
  const id = useId()
  const whole = percent === null ? null : Math.round(Math.min(Math.max(0, percent), 100))
  return (
    <div className="grid gap-1.5">
      <div className="flex flex-wrap justify-between gap-4 text-sm">
        <span id={id} className="min-w-0 truncate font-semibold">
          {label}
        </span>
        {whole !== null && <span className="text-muted tabular-nums">{whole}%</span>}
      </div>
      <div
        role="progressbar"
        aria-labelledby={id}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={whole ?? undefined}
        className="petal-sm h-3 overflow-hidden bg-line"
      >
        <div
          className={
            whole === null ? 'h-full animate-shimmer bg-gum/60' : 'petal-sm h-full bg-gum transition-[width]'
          }
          style={{ width: whole === null ? '100%' : `${whole}%` }}
        />
      </div>
    </div>
  )
}
