import { emailSchema, limits, mobileSchema, userNameSchema } from '@clusterdesk/contracts';

/** 6 to 18 characters (spec part 2 §5). */
export const isPasswordLength = (password: string): boolean => {
  const { length } = [...password];
  return length >= limits.passwordMinLength && length <= limits.passwordMaxLength;
};

export const isMobile = (mobile: string): boolean => mobileSchema.safeParse(mobile).success;

export const isEmail = (email: string): boolean => emailSchema.safeParse(email).success;

export const isUserName = (name: string): boolean => userNameSchema.safeParse(name).success;

/** What a rule of antd's form is made of: the validator refuses with a sentence. */
interface Rule {
  validator: (rule: unknown, value: string | undefined) => Promise<void>;
}

/** A field that must be filled, and then pass a test; each failure has its own sentence. */
export const requiredRule = (
  whenEmpty: string,
  test: (value: string) => boolean = () => true,
  whenWrong = whenEmpty,
): Rule => ({
  validator: async (_, value = '') => {
    if (value.trim() === '') {
      throw new Error(whenEmpty);
    }
    if (!test(value)) {
      throw new Error(whenWrong);
    }
  },
});

/** A field that may stay empty, else must pass a test. */
export const optionalRule = (test: (value: string) => boolean, whenWrong: string): Rule => ({
  validator: async (_, value = '') => {
    if (value.trim() !== '' && !test(value)) {
      throw new Error(whenWrong);
    }
  },
});
