export const answered = 404
