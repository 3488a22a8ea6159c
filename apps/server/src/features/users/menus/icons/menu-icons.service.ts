import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { limits } from '@clusterdesk/contracts';
import { imageSize } from 'image-size';
import { DataSource } from 'typeorm';
import { IconUnknownError, IconWrongError } from '../menu.errors.js';
import { MenuIconEntity } from './menu-icon.entity.js';

const addressPattern = /^\/api\/menu\/icon\/([0-9a-f]{64}\.(?:png|jpg))$/;

/** Uploaded menu icons, by the hash of their content. */
@Injectable()
export class MenuIcons {
  constructor(private readonly dataSource: DataSource) {}

  /** Stores an icon and returns its address. @throws DomainError 400 unless the content is that of a valid icon */
  async keep(content: Buffer | undefined): Promise<string> {
    const type = content && typeOf(content);
    if (!type) {
      throw new IconWrongError();
    }
    const name = `${createHash('sha256').update(content).digest('hex')}.${type}`;
    await this.dataSource.query(
      'INSERT INTO menu_icon (name, content) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING',
      [name, content],
    );
    return `/api/menu/icon/${name}`;
  }

  /** @param name 64 hex digits and a type. @returns null for an icon that does not exist */
  find(name: string): Promise<MenuIconEntity | null> {
    return this.dataSource.getRepository(MenuIconEntity).findOneBy({ name });
  }

  /** No icon, or one that was uploaded here. @throws DomainError 400 */
  async assertUsable(address: string | undefined): Promise<void> {
    if (!address) {
      return;
    }
    const name = addressPattern.exec(address)?.[1];
    if (!name || !(await this.find(name))) {
      throw new IconUnknownError();
    }
  }
}

/** Reads type and size from the content; the file's name is not trusted. */
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
