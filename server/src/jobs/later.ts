/** What a job answers whose time has not come: it waits until then, and that it was looked at is no try. */
export class Later {
  constructor(readonly ts: number) {}
}
