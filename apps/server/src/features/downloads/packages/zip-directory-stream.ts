import ZipStream from 'zip-stream';

/** The directory at the end leaves in pieces of about this size. */
const pieceBytes = 64 * 1024;

/**
 * zip-stream writes the archive's directory field by field without waiting, which takes 9 KB of memory for each entry at
 * once: of a million files no process would come back. Put together it takes 100 bytes.
 */
export class ZipDirectoryStream extends ZipStream {
  private fields: Buffer[] | null = null;
  private fieldBytes = 0;

  override finalize(): void {
    this.fields = [];
    super.finalize();
  }

  /** Names of ASCII come as text. */
  override write(chunk: Buffer | string, ...rest: never[]): boolean {
    if (this.fields === null) {
      return super.write(chunk, ...rest);
    }
    // The directory tells where it begins, so every byte counts from the moment it is said.
    this.offset += chunk.length;
    this.fields.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
    this.fieldBytes += chunk.length;
    if (this.fieldBytes >= pieceBytes) {
      this.flushFields();
    }
    return true;
  }

  override end(...args: never[]): this {
    this.flushFields();
    return super.end(...args);
  }

  private flushFields(): void {
    const piece = Buffer.concat(this.fields ?? []);
    this.fieldBytes = 0;
    if (piece.length > 0) {
      this.fields = [];
      super.write(piece);
      this.offset -= piece.length; // counted already
    }
  }
}
