/**
 * A serial queue: one transfer at a time (spec part 1 §4, Busy flag): a task asks for its turn and keeps it until it leaves; the next one
 * then starts by itself, in the order of asking.
 */
export class TransferQueue {
  private readonly tasks: { id: string; onTurn: () => void }[] = [];

  /** Asks for a turn; `onTurn` is called at once when nobody is before it. Asking again changes nothing. */
  request(id: string, onTurn: () => void): void {
    if (this.tasks.some((task) => task.id === id)) {
      return;
    }
    this.tasks.push({ id, onTurn });
    if (this.tasks.length === 1) {
      onTurn();
    }
  }

  /** Gives the turn, or the place in the line, back. */
  leave(id: string): void {
    const index = this.tasks.findIndex((task) => task.id === id);
    if (index >= 0) {
      this.tasks.splice(index, 1);
    }
    if (index === 0) {
      this.tasks[0]?.onTurn();
    }
  }

  hasTurn(id: string): boolean {
    return this.tasks[0]?.id === id;
  }

  /** Whether something new would have to wait. */
  isBusy(): boolean {
    return this.tasks.length > 0;
  }
}
