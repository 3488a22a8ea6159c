import { Injectable } from '@nestjs/common';
import { DataSource, LessThan } from 'typeorm';
import { UploadEntity } from './upload.entity.js';

/** Queries over uploads. */
@Injectable()
export class UploadRepository {
  constructor(private readonly dataSource: DataSource) {}

  async insert(
    upload: Omit<UploadEntity, 'user' | 'fileIdentity' | 'placedPath' | 'createdAt'>,
  ): Promise<void> {
    await this.dataSource.getRepository(UploadEntity).insert(upload);
  }

  find(id: string): Promise<UploadEntity | null> {
    return this.dataSource.getRepository(UploadEntity).findOneBy({ id });
  }

  async setIdentity(id: string, fileIdentity: string): Promise<void> {
    await this.dataSource.getRepository(UploadEntity).update({ id }, { fileIdentity });
  }

  /**
   * Lets one call at a time place an upload; the others wait and find it placed.
   * @returns where it is; null when the upload is gone.
   */
  placeOnce(
    id: string,
    place: (upload: UploadEntity) => Promise<string>,
  ): Promise<{ path: string; isNew: boolean } | null> {
    return this.dataSource.transaction(async (manager) => {
      const uploads = manager.getRepository(UploadEntity);
      const upload = await uploads.findOne({ where: { id }, lock: { mode: 'pessimistic_write' } });
      if (!upload) {
        return null;
      }
      if (upload.placedPath !== null) {
        return { path: upload.placedPath, isNew: false };
      }
      const path = await place(upload);
      await uploads.update({ id }, { placedPath: path });
      return { path, isNew: true };
    });
  }

  listCreatedBefore(time: Date): Promise<UploadEntity[]> {
    return this.dataSource.getRepository(UploadEntity).findBy({ createdAt: LessThan(time) });
  }

  async delete(id: string): Promise<void> {
    await this.dataSource.getRepository(UploadEntity).delete({ id });
  }
}
