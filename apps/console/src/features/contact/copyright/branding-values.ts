import type { EndpointInput, PublicConfigs, endpoints } from '@clusterdesk/contracts';
import type { LogoChange } from './logo-field.js';

/** What the form of copyright and logo holds. */
export interface BrandingValues {
  cnCopyright: string;
  enCopyright: string;
  cnDomain: string;
  enDomain: string;
  cnPolice: string;
  enPolice: string;
  logo?: LogoChange | undefined;
  policeIcon?: LogoChange | undefined;
}

export function valuesOf({ copyrightInfo: { cn, en } }: PublicConfigs): BrandingValues {
  return {
    cnCopyright: cn.copyright,
    enCopyright: en.copyright,
    cnDomain: cn.domainNameRegistrationNumber,
    enDomain: en.domainNameRegistrationNumber,
    cnPolice: cn.policeRegistrationNumber,
    enPolice: en.policeRegistrationNumber,
  };
}

/** The changed texts as the call takes them; null where there are none. */
export function textsOf(
  changed: Partial<BrandingValues>,
): EndpointInput<typeof endpoints.branding.save> | null {
  if (Object.keys(changed).every((name) => name === 'logo' || name === 'policeIcon')) {
    return null;
  }
  return {
    copyrightInfo: {
      cn: {
        copyright: changed.cnCopyright,
        domainNameRegistrationNumber: changed.cnDomain,
        policeRegistrationNumber: changed.cnPolice,
      },
      en: {
        copyright: changed.enCopyright,
        domainNameRegistrationNumber: changed.enDomain,
        policeRegistrationNumber: changed.enPolice,
      },
    },
  };
}
