import { createHash, randomUUID } from 'node:crypto';
import { access, mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { limits } from '@clusterdesk/contracts';
import { imageSize } from 'image-size';
import { Config } from '../../../config/config.js';
import { iconUnknown, iconWrong } from './menu.errors.js';

const addressPattern = /^\/api\/menu\/icon\/([0-9a-f]{64}\.(?:png|jpg))$/;

/** Uploaded menu icons, under DATA_DIR by the hash of their content. */
@Injectable()
export class MenuIcons {
  constructor(private readonly config: Config) {}

  /** Keeps an icon and returns its address. @throws DomainError 400 unless it is what an icon must be, by content. */
  async keep(content: Buffer | undefined): Promise<string> {
    const type = content && typeOf(content);
    if (!type) {
      throw iconWrong();
    }
    const name = `${createHash('sha256').update(content).digest('hex')}.${type}`;
    await mkdir(this.folder, { recursive: true, mode: 0o750 });
    const part = join(this.folder, `${randomUUID()}.part`);
    await writeFile(part, content);
    await rename(part, this.pathOf(name));
    return `/api/menu/icon/${name}`;
  }

  /** The name comes checked: 64 hex digits and a type. */
  pathOf(name: string): string {
    return join(this.folder, name);
  }

  /** No icon, or one that was uploaded here. @throws DomainError 400 */
  async assertUsable(address: string | undefined): Promise<void> {
    if (!address) {
      return;
    }
    const name = addressPattern.exec(address)?.[1];
    if (!name) {
      throw iconUnknown();
    }
    await access(this.pathOf(name)).catch(() => {
      throw iconUnknown();
    });
  }

  private get folder(): string {
    return join(this.config.dataDir, 'menu-icons');
  }
}

/** Reads type and size from the content; the file's name says nothing. */
function typeOf(content: Buffer): 'png' | 'jpg' | null {
  if (content.length > limits.menuIconBytes) {
    return null;
  }
  try {
    const { width, height, type } = imageSize(content);
    const isRight = width === limits.menuIconPixels && height === limits.menuIconPixels;
    return isRight && (type === 'png' || type === 'jpg') ? type : null;
  } catch {
    return null;
  }
}
