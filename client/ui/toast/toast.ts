import { toast } from 'react-toastify/unstyled';

/** Short messages of SPEC §8, top-center, gone after 2 s (SPEC §9). */
export const notify = {
  success: (text: string) => void toast.success(text),
  error: (text: string) => void toast.error(text),
  info: (text: string) => void toast.info(text),
};
