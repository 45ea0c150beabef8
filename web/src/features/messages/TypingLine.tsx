/** In the room below the last message, so that nothing moves when it comes and goes. */
export function TypingLine({ partner, typing }: { partner: string; typing: boolean }) {
  return (
    <p
      role="status"
      className="pointer-events-none absolute start-4 bottom-0.5 flex h-6 items-center gap-2 font-medium text-muted text-xs"
    >
      {typing && (
        <>
          <span aria-hidden="true" className="flex animate-appear gap-0.75">
            {['0ms', '200ms', '400ms'].map((animationDelay) => (
              <span
                key={animationDelay}
                style={{ animationDelay }}
                className="size-1.5 animate-shimmer rounded-full bg-current"
              />
            ))}
          </span>
          {`${partner} is typing`}
        </>
      )}
    </p>
  )
}
